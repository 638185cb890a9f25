import { fairShares } from '~~/server/process/fair-share'
import type { UsedTime } from '~~/server/process/used-time'

/** The properties of a job that determine when it starts. */
export interface Job {
  owner: string
  isVideo: boolean
  /** Whether the result is a picture that is drawn for one request and not stored. */
  isDrawing: boolean
  /**
   * Whether the job runs at the lowest priority, in one of the few places for jobs that take long, or waits
   * for such a place after it was interrupted.
   */
  isLong: boolean
}

/**
 * Returns the next job that may start now; undefined if no job may start. `MediaPool.run` in pool.ts
 * describes the order.
 */
export function nextJob<Task extends Job>(
  queue: readonly Task[],
  running: readonly Job[],
  used: UsedTime,
): Task | undefined {
  const limits = fairShares.media
  // The same time is used for all comparisons, so that jobs of the same owner get the same rank.
  const now = performance.now()
  const inPlace = running.filter(task => !task.isLong)
  const mayStart = (task: Job) => {
    if (task.isLong) return running.length - inPlace.length < limits.long
    // All running jobs of the owner count here, including jobs that continue at the lowest priority.
    // Otherwise the drawings of one owner could occupy the additional places for long jobs too.
    if (task.isDrawing && countOf(running, task.owner) >= limits.running) return false
    // The last process is reserved for owners who have no running job. It is never used for drawings, which
    // could occupy it all the time.
    const isReserved = countOf(running, task.owner) === 0 && !task.isDrawing
    const processes = limits.running + (isReserved ? limits.reserved : 0)
    const videos = inPlace.filter(({ isVideo }) => isVideo).length
    return inPlace.length < processes && (!task.isVideo || videos < limits.videos)
  }
  const rank = (task: Job) => [countOf(running, task.owner), used.of(task.owner, now), Number(task.isDrawing)]
  return queue.filter(mayStart).toSorted((one, other) => compare(rank(one), rank(other)))[0]
}

/**
 * Returns a running job without which a job of an owner who has no running job could start; undefined if
 * there is none. Only jobs for which `mayEnd` returns true are considered, and no jobs in the places for long
 * jobs. Of these, a job of the owner with the most running jobs is returned, and then with the most used
 * time. Without interruptions, a few costly files of one account would keep the files of all others waiting
 * for a minute each.
 */
export function jobToInterrupt<Running extends Job>(
  queue: readonly Job[],
  running: readonly Running[],
  used: UsedTime,
  mayEnd: (job: Running) => boolean,
): Running | undefined {
  const now = performance.now()
  const waiting = queue.filter(task => !task.isLong && running.every(({ owner }) => owner !== task.owner))
  const others = (job: Running) => running.filter(each => each !== job)
  const rank = ({ owner }: Running) => [countOf(running, owner), used.of(owner, now)]
  return running
    .filter(job => !job.isLong && mayEnd(job) && nextJob(waiting, others(job), used) !== undefined)
    .toSorted((one, other) => compare(rank(other), rank(one)))[0]
}

const countOf = (jobs: readonly Job[], owner: string) => jobs.filter(each => each.owner === owner).length

/**
 * Compares two lists of numbers by the first position at which they differ. Returns a negative number if
 * `one` comes first, and 0 if the lists are equal.
 */
function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
