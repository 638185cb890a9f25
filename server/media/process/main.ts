import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { MediaError } from '../error'
import type { MediaJobs } from './jobs'
import {
  LIMIT_SIGNAL,
  MAX_RSS_BYTES,
  toSent,
  type JobMessage,
  type ResultMessage,
  type SentError,
} from './messages'

/*
 * The entry of a media process. A crafted file may make a parser loop endlessly or use all memory, so this
 * process has no secret, no database and no connection. The main thread runs the jobs. A second thread,
 * which a loop cannot block, ends the process when a job exceeds its limits or the server has ended.
 */

const WATCH_MS = 100

if (isMainThread) serveJobs()
else watch(workerData as { limit: SharedArrayBuffer; parent: number })

function serveJobs(): void {
  // Ctrl+C sends a signal to all processes of the group. Media processes ignore the signal, because the
  // server ends them itself.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.once('disconnect', () => process.exit())
  // The CPU time in milliseconds at which this process must end. It is 0 while no job runs.
  const limit = new SharedArrayBuffer(8)
  const limitAt = new BigInt64Array(limit)
  const watchdog = new Worker(process.argv[1] ?? '', { workerData: { limit, parent: process.ppid } })
  watchdog.unref()
  const jobs = import('./jobs')
  process.on('message', async ({ job, input, cpuMs }: JobMessage) => {
    Atomics.store(limitAt, 0, BigInt(Math.ceil(usedCpuMs() + cpuMs)))
    const outcome = await outcomeOf(async () => {
      const { mediaJobs } = await jobs
      return (mediaJobs[job] as (given: unknown) => ReturnType<MediaJobs[keyof MediaJobs]>)(input)
    })
    Atomics.store(limitAt, 0, BigInt(0))
    process.send?.({ ...outcome, rssBytes: process.memoryUsage.rss() } satisfies ResultMessage)
  })
}

/**
 * Runs a job and returns its result or error. The job also fails if a library throws an error outside of the
 * awaited promise.
 */
async function outcomeOf(run: () => Promise<unknown>): Promise<{ result: unknown } | { error: SentError }> {
  const { promise: uncaught, reject } = Promise.withResolvers<never>()
  const fail = (error: unknown) =>
    reject(
      new MediaError(
        'undecodable',
        'The file cannot be read: it is corrupt.',
        'Create it again and send it completely.',
        { cause: error },
      ),
    )
  process.on('uncaughtException', fail).on('unhandledRejection', fail)
  try {
    return { result: await Promise.race([run(), uncaught]) }
  } catch (error) {
    return { error: toSent(error) }
  } finally {
    process.off('uncaughtException', fail).off('unhandledRejection', fail)
  }
}

function watch({ limit, parent }: { limit: SharedArrayBuffer; parent: number }): void {
  const limitAt = new BigInt64Array(limit)
  setInterval(() => {
    const at = Number(Atomics.load(limitAt, 0))
    // If the server was killed, the operating system has assigned another parent to this process, so this
    // process ends too.
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
    if ((at > 0 && usedCpuMs() > at) || process.memoryUsage.rss() > MAX_RSS_BYTES)
      process.kill(process.pid, LIMIT_SIGNAL)
  }, WATCH_MS)
}

/**
 * Returns the CPU time in milliseconds that all threads of this process have used, in user and system mode.
 */
function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
