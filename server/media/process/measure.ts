import { metrics } from '~~/server/metrics'
import { MediaError } from '../error'
import type { MediaJob } from './jobs'

/**
 * Records how long a job took, and whether it succeeded, was rejected because of the file, or failed. Returns
 * the result of the job.
 */
export async function measureJob<T>(job: MediaJob, result: Promise<T>): Promise<T> {
  const begun = performance.now()
  const record = (outcome: Parameters<typeof metrics.mediaJob>[1]) =>
    metrics.mediaJob(job, outcome, (performance.now() - begun) / 1000)
  try {
    const value = await result
    record('done')
    return value
  } catch (error) {
    record(error instanceof MediaError ? 'rejected' : 'failed')
    throw error
  }
}
