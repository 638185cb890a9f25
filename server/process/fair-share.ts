/** How much one of those who share something may hold of it at once. */
export interface Share {
  /** Who holds it, such as a workspace or an address. */
  key: string
  most: number
}

/**
 * The limits that keep one workspace, person or address from taking what all share, each for one process.
 * docs/operations.md explains them.
 */
export const fairShares = {
  /** Open event streams and waits. */
  streams: {
    total: 2000,
    /** Of `total`, for people who are signed in: agents and visitors of share links get the rest. */
    reservedForSessions: 500,
    shareLinks: 1000,
    /** Of agents and visitors of one workspace. */
    workspace: 500,
    /** Of the sessions of one person, and of the agent tokens that they created. */
    person: 200,
    shareLink: 200,
    /** Of people and of agents at one client address (an IPv6 /64). */
    address: 400,
    visitorAddress: 200,
  },
  /** Jobs of media processes. An account is that of the first owner of a workspace. */
  media: {
    /** More at once would leave requests too little CPU. */
    running: 2,
    /** In addition to these, for an account that has none running. */
    reserved: 1,
    /** Of these, videos: they take long, and a process is left for pictures. */
    videos: 1,
    /** In addition, jobs that have run for long: they continue at the lowest priority. */
    long: 2,
    /** Of one account. */
    waiting: 200,
    /** Pictures with marks, which are drawn again for each request, of one account. */
    waitingDrawings: 32,
  },
  /** Forms with files that are being received: each may have 600 MiB in the temporary folder. */
  forms: {
    workspace: 32,
    /** Of a person and the agent tokens that they created, in all workspaces. */
    person: 32,
  },
  /** Images of comments, frames and pictures of people that are being received. */
  pictures: {
    workspace: 32,
    /** Of a person and the agent tokens that they created, in all workspaces. */
    person: 32,
  },
  /** Bodies of more than 64 KiB, without files, that are being received: memory holds them. */
  texts: {
    address: 32,
  },
  /** Messages of webhooks that are being sent, and updates of pull requests. */
  outgoing: {
    total: 32,
    /** Of webhooks or connections that one person set up, in all workspaces. */
    account: 8,
    webhook: 4,
    /** GitHub asks for one request after another. */
    project: 1,
  },
}

/** Counts what is held of something that many share, by whom. */
export class FairShare {
  private readonly held = new Map<string, number>()

  /** Returns how much one holds. */
  private of(key: string): number {
    return this.held.get(key) ?? 0
  }

  /**
   * Takes one of it for each of these, or nothing where one has all that it may hold. Returns null then, else
   * the function that gives it back, which may be called more than once.
   */
  take(shares: readonly Share[]): (() => void) | null {
    if (shares.some(({ key, most }) => this.of(key) >= most)) return null
    for (const { key } of shares) this.held.set(key, this.of(key) + 1)
    const taken = shares.map(({ key }) => key)
    return () => {
      for (const key of taken.splice(0)) this.giveBack(key)
    }
  }

  /** Removes a key that holds nothing, so that the map does not grow. */
  private giveBack(key: string): void {
    const left = this.of(key) - 1
    if (left > 0) this.held.set(key, left)
    else this.held.delete(key)
  }
}
