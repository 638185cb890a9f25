import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { SECOND } from '#shared/time'

/**
 * Starts a proxy on 127.0.0.1 that sends each request to the other node than the one before. Returns the
 * function that ends it.
 */
export async function startAlternatingProxy(port: number, nodes: readonly number[]): Promise<() => void> {
  let requests = 0
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, rawHeaders: headers } = incoming
    const forwarded = request({
      host: '127.0.0.1',
      port: nodes[(requests += 1) % nodes.length],
      method,
      path,
      headers,
    })
    forwarded.on('response', response => {
      outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders)
      outgoing.flushHeaders()
      response.on('error', () => outgoing.destroy())
      response.pipe(outgoing)
    })
    // An error while the body is sent can follow an early response, which is complete.
    forwarded.on('error', () => outgoing.headersSent || outgoing.destroy())
    forwarded.on('close', () => incoming.unpipe(forwarded).resume())
    outgoing.on('close', () => forwarded.destroy())
    incoming.on('error', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  // Some tests are about slow senders; the nodes have limits of their own.
  proxy.requestTimeout = 0
  // The nodes tell clients that an idle connection stays open for 75 seconds. Node's own 5 seconds would
  // close one under a request.
  proxy.keepAliveTimeout = 80 * SECOND
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return () => {
    proxy.closeAllConnections()
    proxy.close()
  }
}
