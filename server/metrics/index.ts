import type { Instruments } from './instruments'

let instruments: Instruments | null = null

/** Values that a scrape reads where they are: nothing is counted for them in between. */
export type GaugeName = 'writeQueue' | 'mediaQueue' | 'mediaRunning' | 'eventStreams' | 'lastBackup'

/** A gauge that is in a file or elsewhere is read without holding up the server. */
type Reader = () => number | Promise<number>

const readers: Partial<Record<GaugeName, Reader>> = {}

/** Registers the function that returns the present value of a gauge; the last one for a name counts. */
export function registerGauge(name: GaugeName, read: Reader): void {
  readers[name] = read
}

/** Turns metrics on for this process. Until then, nothing is measured and no library is loaded. */
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

/** Records what happens, in the instruments of instruments.ts. Does nothing while metrics are off. */
export const metrics = {
  requestStarted(): void {
    instruments?.requestsInFlight.inc()
  },
  /** `seconds`: null for an event stream, whose duration says nothing about the server. */
  requestEnded(operation: string, status: string, seconds: number | null): void {
    instruments?.requestsInFlight.dec()
    instruments?.requests.inc({ operation, status })
    if (seconds !== null) instruments?.requestSeconds.observe({ operation }, seconds)
  },
  /** A request that a limit refused: a rate limit, `signInDelay`, `eventStreams`, `media` or `forms`. */
  rateLimited(limit: string): void {
    instruments?.rateLimited.inc({ limit })
  },
  /** A commit of this many writes. */
  writeBatch(writes: number): void {
    instruments?.writeBatch.observe(writes)
  },
  /** A transaction that is run again after a conflict with another. */
  writeRetry(): void {
    instruments?.writeRetries.inc()
  },
  blobCacheRead(result: 'hit' | 'miss'): void {
    instruments?.blobCacheReads.inc({ result })
  },
  /** `seconds`: from the request of the job to its result, waiting included. */
  mediaJob(job: string, outcome: 'done' | 'rejected' | 'failed', seconds: number): void {
    instruments?.mediaSeconds.observe({ job, outcome }, seconds)
  },
  evidenceBytes(direction: 'received' | 'sent', bytes: number): void {
    instruments?.evidenceBytes.inc({ direction }, bytes)
  },
  /** A sweep that succeeded, with how many of each kind it deleted. */
  swept(deleted: Record<string, number>): void {
    for (const [kind, count] of Object.entries(deleted)) instruments?.swept.inc({ kind }, count)
    instruments?.lastSweep.setToCurrentTime()
  },
}
