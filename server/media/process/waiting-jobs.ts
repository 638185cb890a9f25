import { fairShares } from '~~/server/process/fair-share'
import { refusedShare } from '~~/server/metrics/refused-share'
import { AbandonedError } from '~~/server/process/abandoned-error'
import { hasClientLeft } from '~~/server/process/request-context'
import type { Job } from './job-order'
import type { JobMessage } from './messages'

/** A job of the pool, with the promise of its result. */
export interface Task extends Job {
  message: JobMessage
  resolve: (result: unknown) => void
  reject: (error: Error) => void
  /**
   * Whether the job runs for the second time. It does if its first process ended, but not because of the
   * file.
   */
  retried: boolean
  /** Calls a function in the context of the request that started the job. */
  inContext: (callback: () => void) => void
}

/**
 * Rejects waiting drawings whose client has disconnected. Other jobs run even if the client has
 * disconnected, because their results are stored.
 */
export function dropAbandoned(queue: Task[]): void {
  for (const task of queue.filter(each => each.isDrawing))
    task.inContext(() => {
      if (!hasClientLeft()) return
      queue.splice(queue.indexOf(task), 1)
      task.reject(new AbandonedError())
    })
}

/**
 * Throws `rate_limited` if too many jobs of the owner are waiting. Pictures to draw and other jobs are
 * counted separately.
 */
export function assertFewWaiting(queue: readonly Task[], owner: string, isDrawing: boolean): void {
  const { waiting, waitingDrawings } = fairShares.media
  const own = queue.filter(task => task.owner === owner && task.isDrawing === isDrawing)
  if (own.length < (isDrawing ? waitingDrawings : waiting)) return
  throw refusedShare(
    'media',
    isDrawing
      ? 'Too many pictures of this account are waiting to be drawn.'
      : 'Too many files of this account are waiting to be processed.',
  )
}
