import type { Instruments } from './instruments'

let instruments: Instruments | null = null

/**
 * The names of gauges. The value of a gauge is read when Prometheus collects the metrics. It is not counted
 * when events happen.
 */
export type GaugeName =
  | 'writeQueue'
  | 'mediaQueue'
  | 'mediaRunning'
  | 'eventStreams'
  | 'lastBackup'
  | 'unavailableServices'
  | 'databaseBytes'
  | 'databaseOpenSeconds'
  | 'connectionsUsed'
  | 'connectionsWaiting'
  | 'storedBytes'
  | 'freeBytes'

/**
 * Returns the value of a gauge. If the value is stored in a file, reads the file asynchronously, so that the
 * server is not blocked.
 */
type Reader = () => number | Promise<number>

const readers: Partial<Record<GaugeName, Reader>> = {}

/**
 * Registers the function that returns the present value of a gauge. A later call for the same name replaces
 * the function.
 */
export function registerGauge(name: GaugeName, read: Reader): void {
  readers[name] = read
}

/**
 * Switches metrics on for this process. Before this call, nothing is measured and the metrics library is not
 * loaded.
 */
export async function startMetrics(): Promise<void> {
  const { createInstruments } = await import('./instruments')
  instruments ??= createInstruments(name => readers[name]?.() ?? 0)
}

/** Returns all metrics in the text format of Prometheus. Throws before {@link startMetrics}. */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  if (!instruments) throw new Error('renderMetrics() was called before startMetrics()')
  const { registry } = instruments
  return { contentType: registry.contentType, text: await registry.metrics() }
}

/** Functions that record events in the metrics of instruments.ts. They do nothing while metrics are off. */
export const metrics = {
  requestStarted(): void {
    instruments?.requestsInFlight.inc()
  },
  /**
   * Records the end of a request. `seconds` is null for an event stream, because its duration says nothing
   * about the speed of the server.
   */
  requestEnded(operation: string, status: string, seconds: number | null): void {
    instruments?.requestsInFlight.dec()
    instruments?.requests.inc({ operation, status })
    if (seconds !== null) instruments?.requestSeconds.observe({ operation }, seconds)
  },
  /**
   * Records a request that was rejected by a limit: a rate limit, `signInDelay`, `eventStreams`, `media`,
   * `forms`, `pictures`, `largeBodies`, `exports`, `largeReviews` or `heldBytes`.
   */
  rateLimited(limit: string): void {
    instruments?.rateLimited.inc({ limit })
  },
  /** Records a database commit, with the number of writes that share this commit. */
  writeBatch(writes: number): void {
    instruments?.writeBatch.observe(writes)
  },
  /** Records that a transaction is run again after a conflict with another transaction. */
  writeRetry(): void {
    instruments?.writeRetries.inc()
  },
  /** Records a sign-in with a wrong password. */
  signInFailed(): void {
    instruments?.signInFailures.inc()
  },
  /** Records whether the mail server accepted a mail. */
  mail(result: 'sent' | 'failed'): void {
    instruments?.mails.inc({ result })
  },
  /**
   * Records an attempt to send a message of a webhook: `sent` if the receiver responded with a 2xx status.
   */
  webhookMessage(result: 'sent' | 'failed'): void {
    instruments?.webhookMessages.inc({ result })
  },
  blobCacheRead(result: 'hit' | 'miss'): void {
    instruments?.blobCacheReads.inc({ result })
  },
  /**
   * Records the end of a media job. `seconds` is the time from the request of the job to its result,
   * including the time in the queue.
   */
  mediaJob(job: string, outcome: 'done' | 'rejected' | 'failed', seconds: number): void {
    instruments?.mediaSeconds.observe({ job, outcome }, seconds)
  },
  evidenceBytes(direction: 'received' | 'sent', bytes: number): void {
    instruments?.evidenceBytes.inc({ direction }, bytes)
  },
  /** Records a sweep that succeeded, with the numbers of deleted items by kind. */
  swept(deleted: Record<string, number>): void {
    for (const [kind, count] of Object.entries(deleted)) instruments?.swept.inc({ kind }, count)
    instruments?.lastSweep.setToCurrentTime()
  },
}
