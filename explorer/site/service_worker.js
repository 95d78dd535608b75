// Keeps the site for use without a network. scripts/site.sh puts the constant `kSite` at the front of this script:
// {version, page (the names of all files but databases), kept (databases: {name, hash})}. So a new version of the site
// has a new script, which browsers install.
//
// All files of the page come from one cache, the cache of one version of the site. Once the page has sent a message
// (offline.js), all databases are stored whole, and requests for parts of a database are answered from this store. A
// database with the same hash is not fetched again.
//
// All sites of a host share one list of caches. So the names of a site's caches contain the site's address.
const kOwn = `uisge ${registration.scope} `;
const kPage = `${kOwn}page ${kSite.version}`;
const kDatabases = `${kOwn}databases`;
const kPageFiles = kSite.page.map(name => name.split('/').map(encodeURIComponent).join('/'));
const kFolders = kPageFiles.map(name => new URL('.', new URL(name, registration.scope)).href);
const key_of = ({name, hash}) => `${encodeURIComponent(name)}?${hash}`;

async function take_page() {
  const cache = await caches.open(kPage);
  await cache.addAll(kPageFiles.map(name => new Request(name, {cache: 'no-cache'})));
  await skipWaiting();
}

// Takes this site's entries out of a cache of version 0.2.0, which may have entries of several sites. Entries whose
// addresses are in `wanted` go to `databases`. The address of a site at the root of a host begins the addresses of all
// sites of the host, so an entry is this site's only if its folder is a folder of this site.
async function take_from(name, wanted, databases) {
  const cache = await caches.open(name);
  for (const entry of await cache.keys()) {
    if (!kFolders.includes(new URL('.', entry.url).href)) continue;
    // Without room for a copy, the file is fetched again.
    if (wanted.includes(entry.url)) await databases.put(entry.url, await cache.match(entry)).catch(() => {});
    await cache.delete(entry);
  }
  if ((await cache.keys()).length === 0) await caches.delete(name);
}

async function clean() {
  const wanted = kSite.kept.map(file => new URL(key_of(file), registration.scope).href);
  const databases = await caches.open(kDatabases);
  for (const {url} of await databases.keys()) if (!wanted.includes(url)) await databases.delete(url);
  for (const name of await caches.keys()) {
    if (name.startsWith(kOwn) && name !== kPage && name !== kDatabases) await caches.delete(name);
    if (/^uisge (page \w+|databases)$/.test(name)) await take_from(name, wanted, databases);
  }
}

let cleaned;  // the promise of clean(), if this worker has just been activated
async function keep_databases() {
  await cleaned?.catch(() => {});
  const cache = await caches.open(kDatabases);
  for (const file of kSite.kept) {
    if (await cache.match(key_of(file))) continue;
    const response = await fetch(encodeURIComponent(file.name), {cache: 'no-store'});
    if (response.status === 200) await cache.put(key_of(file), response);
  }
}

async function part_of(file, request) {
  const whole = await (await caches.open(kDatabases)).match(key_of(file));
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.get('Range') ?? '');
  if (!whole || !range) return fetch(request);
  const bytes = await whole.blob();
  const [first, last] = [Number(range[1]), Math.min(Number(range[2]), bytes.size - 1)];
  const headers = new Headers(whole.headers);
  headers.set('Content-Range', `bytes ${first}-${last}/${bytes.size}`);
  headers.set('Content-Length', last - first + 1);
  headers.delete('Content-Encoding');
  return new Response(bytes.slice(first, last + 1), {status: 206, headers});
}

async function page_file(name, request) {
  return await (await caches.open(kPage)).match(name, {ignoreSearch: true}) ?? fetch(request);
}

addEventListener('install', event => event.waitUntil(take_page()));
addEventListener('activate', event => event.waitUntil(cleaned = clean()));
addEventListener('message', event => event.waitUntil(keep_databases().catch(() => {})));  // retried at the next message
addEventListener('fetch', event => {
  const {request} = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  const path = new URL(request.url.slice(registration.scope.length), 'https://site/').pathname.slice(1) || 'index.html';
  const file = kSite.kept.find(({name}) => encodeURIComponent(name) === path);
  if (file) event.respondWith(part_of(file, request));
  else if (kPageFiles.includes(path)) event.respondWith(page_file(path, request));
});
