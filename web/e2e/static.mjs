// Serves a built folder on a free local port, for pictures and tests without the product's server.
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Starts the server; gives its address and the way to stop it. */
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://local').pathname)).replace(
      /^(\.\.[/\\])+/,
      '',
    )
    readFile(join(folder, path === '/' ? 'index.html' : path)).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/html' }).end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  return {
    base: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
