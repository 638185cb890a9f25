/** How much of a shared resource one holder may have at once. */
export interface Share {
  /** The holder, such as a workspace or an address. */
  key: string
  most: number
}

/**
 * The limits that keep one workspace, person or address from using up a shared resource, each for one
 * process. docs/operations.md explains them.
 */
export const fairShares = {
  /** Open event streams and waits. */
  streams: {
    total: 2000,
    /**
     * The part of `total` that is reserved for signed-in people. Agents and visitors of share links get the
     * rest.
     */
    reservedForSessions: 500,
    shareLinks: 1000,
    /** The maximum for agents and visitors of one workspace. */
    workspace: 500,
    /** The maximum for the sessions of one person and the agent tokens that they created. */
    person: 200,
    shareLink: 200,
    /** The maximum for people and agents at one client address (for IPv6 the /64 network). */
    address: 400,
    visitorAddress: 200,
  },
  /** Jobs of media processes. Their account is the first owner of a workspace. */
  media: {
    /** The number of concurrent jobs. More would leave too little CPU to requests. */
    running: 2,
    /** Additional jobs for an account that has none running. */
    reserved: 1,
    /** The maximum number of videos among these: they take long, and one process is left for pictures. */
    videos: 1,
    /** Additional long-running jobs, which continue at the lowest priority. */
    long: 2,
    /** The maximum number of waiting jobs of one account. */
    waiting: 200,
    /**
     * The maximum number of waiting drawings of one account: pictures with marks, drawn again for each
     * request.
     */
    waitingDrawings: 32,
  },
  /** Forms with files that are being received. Each may use 600 MiB of the temporary folder. */
  forms: {
    workspace: 32,
    /** The maximum for one person and the agent tokens that they created, in all workspaces. */
    person: 32,
  },
  /** Comment images, frames and profile pictures that are being received. */
  pictures: {
    workspace: 32,
    /** The maximum for one person and the agent tokens that they created, in all workspaces. */
    person: 32,
  },
  /** Bodies of more than 64 KiB without files that are being received into memory. */
  texts: {
    address: 32,
  },
  /** Messages of webhooks and updates of pull requests that are being sent. */
  outgoing: {
    total: 32,
    /** The maximum for webhooks or connections that one person set up, in all workspaces. */
    account: 8,
    webhook: 4,
    /** GitHub asks for sequential requests. */
    project: 1,
  },
}

/** Counts how much of a shared resource each holder has. */
export class FairShare {
  private readonly held = new Map<string, number>()

  /** Returns how much a holder has. */
  private of(key: string): number {
    return this.held.get(key) ?? 0
  }

  /**
   * Takes one unit for each of these holders, or nothing if one has its maximum. Returns null then, and
   * otherwise a function that gives the units back, which may be called more than once.
   */
  take(shares: readonly Share[]): (() => void) | null {
    if (shares.some(({ key, most }) => this.of(key) >= most)) return null
    for (const { key } of shares) this.held.set(key, this.of(key) + 1)
    const taken = shares.map(({ key }) => key)
    return () => {
      for (const key of taken.splice(0)) this.release(key)
    }
  }

  /** Gives one unit back, and removes a key that holds nothing, so that the map does not grow. */
  private release(key: string): void {
    const left = this.of(key) - 1
    if (left > 0) this.held.set(key, left)
    else this.held.delete(key)
  }
}
