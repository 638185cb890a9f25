/** A state as far as those who watch it need to know. */
export interface Sighting {
  version: number
  updatedAt: string
}

/** Something that can be watched: asked when told to, and now and then. */
export interface Watch {
  /** Throws `not_found` once it is gone, or out of the watcher's reach. */
  look: () => Promise<Sighting>
  /** Calls back when it is time to look; answers how to stop that. */
  listen: (listener: () => void) => () => void
}
