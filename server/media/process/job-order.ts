import { MINUTE } from '#shared/time'
import { fairShares } from '~~/server/process/fair-share'

/** The properties of a job that determine when it begins. */
export interface Job {
  owner: string
  isVideo: boolean
  /** Whether its result is drawn for one request, and not stored. */
  isDrawing: boolean
}

/** The time after which half of a job's time still counts. */
const HALF_LIFE_MS = MINUTE

/**
 * The time that the jobs of each owner used recently, in milliseconds. An owner of expensive jobs waits for
 * others.
 */
export class UsedTime {
  private readonly times = new Map<string, { ms: number; at: number }>()

  of(owner: string, now: number): number {
    const used = this.times.get(owner)
    return used ? used.ms * 2 ** ((used.at - now) / HALF_LIFE_MS) : 0
  }

  add(owner: string, ms: number): void {
    const now = performance.now()
    this.times.set(owner, { ms: this.of(owner, now) + ms, at: now })
    // Forgets owners who have used next to nothing, so that the map does not grow.
    for (const each of this.times.keys()) if (this.of(each, now) < 1) this.times.delete(each)
  }
}

/** Returns the next job to begin, if one may: see `MediaPool` in pool.ts. */
export function nextJob<Task extends Job>(
  queue: readonly Task[],
  running: readonly (Job & { isLong: boolean })[],
  used: UsedTime,
): Task | undefined {
  const limits = fairShares.media
  // The same time for all, so that the jobs of one owner rank alike.
  const now = performance.now()
  const ofOwner = ({ owner }: Job) => running.filter(task => task.owner === owner)
  const inPlace = running.filter(task => !task.isLong)
  const mayStart = (task: Job) => {
    // The last process is reserved for an owner without a running job, and not for drawings, which could
    // occupy it forever.
    const isReserved = ofOwner(task).length === 0 && !task.isDrawing
    const processes = limits.running + (isReserved ? limits.reserved : 0)
    const videos = inPlace.filter(({ isVideo }) => isVideo).length
    return inPlace.length < processes && (!task.isVideo || videos < limits.videos)
  }
  const rank = (task: Job) => [ofOwner(task).length, used.of(task.owner, now), Number(task.isDrawing)]
  return queue.filter(mayStart).toSorted((one, other) => compare(rank(one), rank(other)))[0]
}

/** Compares lists of numbers by the first difference. */
function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
