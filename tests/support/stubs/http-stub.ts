import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http'

/** An HTTP server of a test. */
export interface HttpStub {
  url: string
  stop: () => void
}

/** Starts an HTTP server on a free port. */
export async function startStub(listener: RequestListener): Promise<HttpStub> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface ProxyOptions {
  /**
   * Called with each request. Returns whether to drop the request, which is then not forwarded and gets no
   * response.
   */
  dropRequest?: (incoming: IncomingMessage) => boolean
  /**
   * Called with each request. Returns the status to respond with instead of forwarding the request. True
   * means 502.
   */
  failRequest?: (incoming: IncomingMessage) => boolean | number
  /** Called before each response is sent. Returns whether to drop the response. */
  dropResponse?: (incoming: IncomingMessage) => boolean
}

/** Starts a proxy in front of a server. The proxy can drop requests and responses. */
export function startProxy(
  target: string,
  { dropRequest, failRequest, dropResponse }: ProxyOptions,
): Promise<HttpStub> {
  return startStub((incoming, outgoing) => {
    if (dropRequest?.(incoming)) return incoming.destroy()
    const status = failRequest?.(incoming)
    const retryAfter = status === 429 ? { 'retry-after': '30' } : {}
    if (status)
      return outgoing.writeHead(status === true ? 502 : status, retryAfter).end('<h1>Bad gateway</h1>')
    const { method, headers, url = '' } = incoming
    const forwarded = request(new URL(url, target), { method, headers }, response => {
      if (dropResponse?.(incoming)) return outgoing.destroy()
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.on('close', () => incoming.complete || forwarded.destroy())
    incoming.pipe(forwarded)
  })
}
