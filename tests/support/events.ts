/** A server-sent event as a browser dispatches it. */
export interface ReceivedEvent {
  event: string
  id: string
  data: unknown
}

/** Opens an event stream and collects its events. */
export async function watch(url: string, headers: Record<string, string> = {}) {
  const ended = new AbortController()
  const response = await fetch(url, { headers, signal: ended.signal })
  const events: ReceivedEvent[] = []
  /** The last id, which a browser sends when it reconnects. */
  let lastId = ''
  let raw = ''
  const done = (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      raw += decoder.decode(chunk, { stream: true })
      rest += decoder.decode(chunk)
      const blocks = rest.split('\n\n')
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
    if (!ended.signal.aborted) throw error
  })
  return { response, events, done, lastId: () => lastId, raw: () => raw, close: () => ended.abort() }
}
