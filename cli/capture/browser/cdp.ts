import type { Readable, Writable } from 'node:stream'
import { Failure } from '../../failure'

type Listener = (params: never) => void

interface Message {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
  sessionId?: string
}

/** A call that has no result yet. */
interface Call {
  sessionId: string
  timer: NodeJS.Timeout
  resolve: (result: never) => void
  reject: (error: Error) => void
}

/** A connection to a browser or to one of its tabs, with the Chrome DevTools Protocol. */
export interface Session {
  /**
   * Calls a method. Throws if the browser refuses it or has ended, and if there is no result within the time
   * limit: that of the session, or `ms` milliseconds.
   */
  send: <T = Record<string, unknown>>(method: string, params?: object, ms?: number) => Promise<T>
  on: <T>(event: string, listener: (params: T) => void) => void
}

/** The time limit of each call of a session. */
export interface CallLimit {
  /** The limit in milliseconds, which applies to calls from the moment at which it is set. */
  ms: number
  /** Returns the error of a call that has no result after this number of milliseconds. */
  late: (ms: number) => Error
  /** Returns the error of calls to a tab that was closed, or whose process has crashed. */
  ended: () => Error
}

/** The time limit of calls to the browser itself. */
const ofBrowser: CallLimit = {
  ms: 30_000,
  late: ms =>
    new Failure(
      'no_browser',
      `The browser did not respond within ${ms / 1000} s.`,
      'Run the command again, or set CHROME_PATH to another Chrome or Chromium.',
    ),
  ended: () => new Failure('no_browser', 'The browser closed its tab.', 'Run the command again.'),
}

/** The connection to a whole browser. */
export interface Connection extends Session {
  /** Returns the connection to the tab with this session id. */
  session: (sessionId: string, limit?: CallLimit) => Session
  /** Rejects all pending and later calls with an error. */
  close: (reason: Error) => void
}

/**
 * Sends and receives messages of the Chrome DevTools Protocol over pipes, which the browser opens with
 * `--remote-debugging-pipe`. Messages are JSON and end with a zero byte. Other programs of the machine can
 * connect to a debugging port, but not to pipes.
 */
export function connect(output: Readable, input: Writable): Connection {
  const calls = new Map<number, Call>()
  /** The time limits of the sessions, by session id. */
  const limits = new Map<string, CallLimit>()
  /** The errors of the sessions whose tabs have ended, by session id. */
  const ended = new Map<string, Error>()
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
      clearTimeout(call?.timer)
      if (error) call?.reject(new Error(error.message))
      else call?.resolve(result as never)
    } else if (method !== undefined) {
      if (method === 'Inspector.targetCrashed') endSession(sessionId)
      if (method === 'Target.detachedFromTarget') endSession((params as { sessionId: string }).sessionId)
      for (const each of listeners.get(`${sessionId} ${method}`) ?? []) each(params as never)
    }
  }

  /** Rejects all pending and later calls of a session whose tab has ended. */
  function endSession(sessionId: string): void {
    const error = limits.get(sessionId)?.ended()
    if (!error) return
    ended.set(sessionId, error)
    rejectCalls(error, each => each.sessionId === sessionId)
  }

  function rejectCalls(error: Error, isMeant: (call: Call) => boolean): void {
    for (const [id, call] of calls) {
      if (!isMeant(call)) continue
      calls.delete(id)
      clearTimeout(call.timer)
      call.reject(error)
    }
  }

  const session = (sessionId: string, limit = ofBrowser): Session => {
    limits.set(sessionId, limit)
    return {
      send: async (method, params = {}, ms = limit.ms) => {
        const error = closed ?? ended.get(sessionId)
        if (error) throw error
        const id = ++lastId
        return new Promise((resolve, reject) => {
          const timer = setTimeout(() => {
            calls.delete(id)
            reject(limit.late(ms))
          }, ms)
          calls.set(id, { sessionId, timer, resolve, reject })
          input.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`)
        })
      },
      on: (event, listener) => {
        const key = `${sessionId} ${event}`
        listeners.set(key, [...(listeners.get(key) ?? []), listener as Listener])
      },
    }
  }

  return {
    ...session(''),
    session,
    close(reason) {
      closed = reason
      rejectCalls(reason, () => true)
    },
  }
}
