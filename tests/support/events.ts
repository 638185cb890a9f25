/** One server-sent event as a reader gets it; of a comment, nothing. */
export interface Told {
  event: string
  id: string
  data: unknown
}

/** A reader of server-sent events that keeps what it was told. */
export async function watch(url: string, headers: Record<string, string> = {}) {
  const ended = new AbortController()
  const response = await fetch(url, { headers, signal: ended.signal })
  const told: Told[] = []
  /** The last id, as a browser would send it when it comes back. */
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
          told.push({ event: fields.get('event') ?? 'message', id: lastId, data: JSON.parse(data) })
      }
    }
  })().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error
  })
  return { response, told, done, lastId: () => lastId, raw: () => raw, close: () => ended.abort() }
}
