// Makes the browser keep the site for use without a network. The browser begins to store the site some time after the
// first verdict, so as not to delay that verdict.
const kAfter = 2000;  // milliseconds

async function keep() {
  const registration = await navigator.serviceWorker.register('sw.js');
  await navigator.serviceWorker.ready;
  // If the visitor has asked the browser to transfer few bytes ("save data"), only the page is kept, and no database.
  if (!navigator.connection?.saveData) (registration.active ?? registration.waiting)?.postMessage('keep');
}

let is_begun = false;
export function keep_for_offline() {
  if (is_begun || !('serviceWorker' in navigator)) return;
  is_begun = true;
  setTimeout(() => keep().catch(() => {}), kAfter);
}
