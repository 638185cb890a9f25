/** The guard of a read, whose result is outdated if the key changed while it ran. */
interface ReadGuard {
  /** Whether the key has changed since the read began. */
  isStale: boolean
}

/** Informs each read of a key whether the key changed while it ran. Changes of other keys do not matter. */
export class ReadGuards {
  private readonly reading = new Map<string, Set<ReadGuard>>()

  /** Runs a read, which may cache its result unless its guard is stale at the end. */
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
