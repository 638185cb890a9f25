/**
 * States whether the result of a read is still valid. The result is outdated if the key changed during the
 * read.
 */
interface ReadGuard {
  /** Whether the key has changed since the read began. */
  isStale: boolean
}

/** Records, for each read that is running, whether the key has changed since the read began. */
export class ReadGuards {
  private readonly reading = new Map<string, Set<ReadGuard>>()

  /**
   * Runs a read with a guard. If the guard is stale when the read ends, the caller must not cache the result.
   */
  async during<T>(key: string, read: (guard: Readonly<ReadGuard>) => Promise<T>): Promise<T> {
    const guard: ReadGuard = { isStale: false }
    const guards = this.reading.get(key) ?? new Set()
    this.reading.set(key, guards.add(guard))
    try {
      return await read(guard)
    } finally {
      guards.delete(guard)
      if (guards.size === 0) this.reading.delete(key)
    }
  }

  /** Records a change of a key. */
  change(key: string): void {
    for (const guard of this.reading.get(key) ?? []) guard.isStale = true
  }
}
