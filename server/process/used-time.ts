import { MINUTE } from '#shared/time'

/** The half-life of used time in milliseconds: time that was used this long ago counts half. */
const HALF_LIFE_MS = MINUTE

/**
 * Records how much time the work of each owner has used recently, in milliseconds. The more time an owner has
 * used, the later the owner's next work starts.
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
    // Removes owners whose used time is almost zero, so that the map does not grow without limit.
    for (const each of this.times.keys()) if (this.of(each, now) < 1) this.times.delete(each)
  }
}
