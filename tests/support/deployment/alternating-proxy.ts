import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { SECOND } from '#shared/time'

/**
 * Starts a proxy on 127.0.0.1 that forwards requests to the nodes in turn. Returns a function that ends the
 * proxy.
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
    // Ignores an error of sending the body after the response has begun, because such an early response is
    // complete.
    forwarded.on('error', () => outgoing.headersSent || outgoing.destroy())
    forwarded.on('close', () => incoming.unpipe(forwarded).resume())
    outgoing.on('close', () => forwarded.destroy())
    incoming.on('error', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  // The proxy has no time limit for requests: some tests send slowly, and the nodes have their own limits.
  proxy.requestTimeout = 0
  // The nodes announce to clients that an idle connection stays open for 75 seconds. Node's default of 5
  // seconds would close a connection on which a client is sending a request.
  proxy.keepAliveTimeout = 80 * SECOND
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return () => {
    proxy.closeAllConnections()
    proxy.close()
  }
}
