import type { Readable, Writable } from 'node:stream'

type Listener = (params: never) => void

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
  sessionId?: string
}

/** A connection to a browser or to one of its tabs, with the Chrome DevTools Protocol. */
export interface Session {
  /** Calls a method. Throws if the browser refuses it or has ended. */
  send: <T = Record<string, unknown>>(method: string, params?: object) => Promise<T>
  on: <T>(event: string, listener: (params: T) => void) => void
}

/** The connection to a whole browser. */
export interface Connection extends Session {
  /** Returns the connection to the tab with this session id. */
  session: (sessionId: string) => Session
  /** Rejects all pending and later calls with an error. */
  close: (reason: Error) => void
}

/**
 * Sends and receives messages of the Chrome DevTools Protocol over pipes, which the browser opens with
 * `--remote-debugging-pipe`. Messages are JSON and end with a zero byte. Other programs of the machine can
 * connect to a debugging port, but not to pipes.
 */
export function connect(output: Readable, input: Writable): Connection {
  const calls = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, Listener[]>()
  let lastId = 0
  let closed: Error | undefined
  let rest: Buffer[] = []

  output.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      rest.push(chunk.subarray(start, end))
      const text = Buffer.concat(rest).toString()
      rest = []
      start = end + 1
      receive(JSON.parse(text) as Message)
    }
    rest.push(chunk.subarray(start))
  })
  // Errors of the pipes are ignored: the end of the browser is detected by the exit of its process.
  input.on('error', () => {})
  output.on('error', () => {})

  function receive({ id, method, params, result, error, sessionId = '' }: Message): void {
    if (id !== undefined) {
      const call = calls.get(id)
      calls.delete(id)
      if (error) call?.reject(new Error(error.message))
      else call?.resolve(result as never)
    } else if (method !== undefined)
      for (const each of listeners.get(`${sessionId} ${method}`) ?? []) each(params as never)
  }

  const session = (sessionId: string): Session => ({
    send: async (method, params = {}) => {
      if (closed) throw closed
      const id = ++lastId
      return new Promise((resolve, reject) => {
        calls.set(id, { resolve, reject })
        input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
      })
    },
    on: (event, listener) => {
      const key = `${sessionId} ${event}`
      listeners.set(key, [...(listeners.get(key) ?? []), listener as Listener])
    },
  })

  return {
    ...session(''),
    session,
    close(reason) {
      closed = reason
      for (const { reject } of calls.values()) reject(reason)
      calls.clear()
    },
  }
}
