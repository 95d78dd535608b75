// Has the browser keep the site for times without a network, once the first verdict is there: what that takes is not to
// wait for it.
const kAfter = 2000;  // milliseconds

async function keep() {
  const registration = await navigator.serviceWorker.register('sw.js');
  await navigator.serviceWorker.ready;
  // Somebody who saves data gets the page kept, and no database.
  if (!navigator.connection?.saveData) (registration.active ?? registration.waiting)?.postMessage('keep');
}

let is_begun = false;
export function keep_for_offline() {
  if (is_begun || !('serviceWorker' in navigator)) return;
  is_begun = true;
  setTimeout(() => keep().catch(() => {}), kAfter);
}
