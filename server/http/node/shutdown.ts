import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { shutdownMsLeft, startDraining } from '~~/server/process/draining'
import { log } from '~~/server/process/log'

const IDLE_CHECK_MS = 50

export interface ShutdownOptions {
  /**
   * Called at the start of the shutdown. Ends responses that would otherwise stay open, such as event
   * streams.
   */
  onStart: () => void
  /** Called when all connections are closed. Frees the resources of the process. */
  onClosed: () => Promise<void>
  /**
   * The time that running requests may still take, in milliseconds. After this time, their connections are
   * closed.
   */
  timeoutMs?: number
  /** The time that freeing the resources may take, in milliseconds. */
  closeMs?: number
}

/**
 * Shuts a server down: rejects new connections, lets the requests in progress finish, and closes each
 * connection after its last response. Resolves when all connections are closed and the resources are freed.
 * Rejects if freeing them takes too long, for example because a service does not respond.
 */
export async function shutDown(server: Server, options: ShutdownOptions): Promise<void> {
  const { onStart, onClosed, timeoutMs = shutdownMsLeft('connections'), closeMs } = options
  const closed = new Promise<void>(resolve => server.close(() => resolve()))
  // Clients can still send requests on open connections. Each of these connections is closed after its
  // response.
  server.prependListener('request', (_request, response) => {
    response.setHeader('connection', 'close')
  })
  // A connection may be open although its last response was sent before the shutdown, so idle connections are
  // closed here.
  const closeIdle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
  const cutOff = setTimeout(() => server.closeAllConnections(), timeoutMs)
  onStart()
  await closed
  clearInterval(closeIdle)
  clearTimeout(cutOff)
  // This timer also keeps the process from ending before the resources are freed.
  const { promise: late, reject } = Promise.withResolvers<never>()
  const end = setTimeout(
    () => reject(new Error('the resources of the process were not freed in time')),
    closeMs ?? shutdownMsLeft('process'),
  )
  await Promise.race([onClosed(), late]).finally(() => clearTimeout(end))
}

/**
 * Shuts the server down at the first SIGTERM, SIGINT or SIGHUP (the terminal was closed), then ends the
 * process. For `delayMs` after the signal, the server responds to requests as before but reports that it is
 * not ready, so that load balancers send new requests to other servers.
 */
export function shutDownOnSignal(
  server: Server,
  options: Omit<ShutdownOptions, 'timeoutMs' | 'closeMs'>,
  delayMs: () => number,
): void {
  let started = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (started) return
      started = true
      startDraining()
      pause(delayMs())
        .then(() => shutDown(server, options))
        .then(
          () => process.exit(0),
          (error: unknown) => {
            log.error('the server did not shut down cleanly', { error })
            process.exit(1)
          },
        )
    })
}
