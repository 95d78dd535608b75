// A plain web server for the files of a folder, like that of a static host. It serves the site (scripts/site.sh) to
// tests.
//   node static_server.mjs FOLDER [--no-ranges]      writes its address as the first line
//
// Tests change how the server behaves: `serve(folder)` gives {url, close, behaviour}, and `behaviour` has
//   ranges     false: range requests get whole files
//   before     async (path, request, response) => true if it has answered
//   change     (path, head) => the head to be sent instead; a head has status and headers
import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import {createServer} from 'node:http';
import {extname, join, normalize} from 'node:path';
import {fileURLToPath} from 'node:url';

const kTypes = {'.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json', '.wasm': 'application/wasm'};

async function answer(folder, behaviour, request, response) {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  if (await behaviour.before?.(path, request, response)) return;
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) {
    response.writeHead(404, {'Content-Type': 'text/plain'}).end('there is no such file');
    return;
  }
  const headers = {'Content-Type': kTypes[extname(file)] ?? 'application/octet-stream', ETag: `"${found.mtimeMs}-${found.size}"`, 'Last-Modified': found.mtime.toUTCString()};
  const send = (status, more, part = null) => {
    const head = behaviour.change(path, {status, headers: {...headers, ...more}});
    response.writeHead(head.status, head.headers);
    if (part) createReadStream(file, part).pipe(response);
    else response.end();
  };
  const range = behaviour.ranges ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') : null;
  if (!range) return send(200, {'Content-Length': found.size}, {});
  const start = Number(range[1]), end = Math.min(Number(range[2]), found.size - 1);
  if (start > end) return send(416, {'Content-Range': `bytes */${found.size}`});
  send(206, {'Content-Range': `bytes ${start}-${end}/${found.size}`, 'Content-Length': end - start + 1}, {start, end});
}

export function serve(folder) {
  const behaviour = {ranges: true, before: null, change: (path, head) => head};
  const server = createServer((request, response) => answer(folder, behaviour, request, response).catch(() => response.destroy()));
  return new Promise(done => server.listen(0, '127.0.0.1', () => done({
    url: `http://127.0.0.1:${server.address().port}/`, behaviour,
    close: () => { server.closeAllConnections(); server.close(); },
  })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const {url, behaviour} = await serve(process.argv[2]);
  behaviour.ranges = !process.argv.includes('--no-ranges');
  console.log(url);
}
