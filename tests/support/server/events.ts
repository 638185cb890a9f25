import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { TestServer } from './server'

/** A server-sent event as a browser dispatches it. */
export interface ReceivedEvent {
  event: string
  id: string
  data: unknown
}

/**
 * Opens an event stream and collects its events. `close` destroys the connection, because aborting a `fetch`
 * on a busy machine does not always disconnect (Node 24.21, undici).
 */
export async function watch(url: string, headers: Record<string, string> = {}) {
  const request = get(url, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const events: ReceivedEvent[] = []
  /** The id of the last event, which a browser sends when it reconnects. */
  let lastId = ''
  let raw = ''
  let isClosed = false
  const done = (async () => {
    let rest = ''
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
      raw += chunk
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(
          block
            .split('\n')
            .filter(line => !line.startsWith(':'))
            .map(line => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        lastId = fields.get('id') ?? lastId
        const data = fields.get('data')
        if (data !== undefined)
          events.push({ event: fields.get('event') ?? 'message', id: lastId, data: JSON.parse(data) })
      }
    }
  })().catch((error: unknown) => {
    if (!isClosed) throw error
  })
  const close = () => {
    isClosed = true
    request.destroy()
  }
  return {
    status: response.statusCode,
    headers: response.headers,
    events,
    done,
    lastId: () => lastId,
    raw: () => raw,
    close,
  }
}

/**
 * Returns the number of event streams and wait requests that are open on a server with this `METRICS_TOKEN`.
 */
export async function openStreams({ url }: Pick<TestServer, 'url'>, token: string): Promise<number> {
  const response = await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return Number(/^exhibit_event_streams (\d+)$/m.exec(await response.text())?.[1])
}
