/** The number of units of a shared resource that one holder may use at the same time. */
export interface Share {
  /** The id of the holder, such as a workspace or a client address. */
  key: string
  most: number
}

/**
 * Limits that prevent one workspace, person or client address from using up a shared resource. Each limit
 * applies to one process. docs/operations.md explains the limits.
 */
export const fairShares = {
  /** Open event streams, and open requests that wait for new activity. */
  streams: {
    total: 2000,
    /**
     * The part of `total` that is reserved for signed-in people. Agents and visitors of share links can use
     * only the rest.
     */
    reservedForSessions: 500,
    shareLinks: 1000,
    /** The maximum number of streams of agents and visitors in one workspace. */
    workspace: 500,
    /**
     * The maximum number of streams of one person: of their sessions, and of the agent tokens that they
     * created.
     */
    person: 200,
    shareLink: 200,
    /**
     * The maximum number of streams of people and agents at one client address (for IPv6 the /64 network).
     */
    address: 400,
    visitorAddress: 200,
  },
  /**
   * The jobs of media processes. A job is counted for an account: the first owner of the workspace that the
   * job is for.
   */
  media: {
    /** The number of jobs that run at the same time. More jobs would leave too little CPU for requests. */
    running: 2,
    /**
     * The number of further jobs that may run at the same time, only for accounts that have no running job.
     */
    reserved: 1,
    /**
     * The maximum number of videos among the running jobs. Videos take a long time, so one process remains
     * for images.
     */
    videos: 1,
    /**
     * The number of further jobs that may run at the same time after they have run for a long time. They
     * continue at the lowest priority. If these places are taken, a job is interrupted for a job of another
     * account, and begins again later.
     */
    long: 2,
    /** The maximum number of waiting jobs of one account. */
    waiting: 200,
    /**
     * The maximum number of waiting drawings of one account. A drawing is an image with the marks of a
     * comment, which is drawn again for each request.
     */
    waitingDrawings: 32,
  },
  /** Forms with files that are being received. Each form may use 600 MiB of the temporary folder. */
  forms: {
    workspace: 32,
    /** The maximum for one person and the agent tokens that they created, in all workspaces. */
    person: 32,
  },
  /** Transfers to the URLs of declared uploads. Each takes the space of its file until it ends. */
  transfers: {
    /**
     * The maximum number of transfers to one URL: a client may send again before the server notices that a
     * connection broke.
     */
    upload: 4,
    workspace: 200,
  },
  /** Images in comments, frames of videos and profile pictures that are being received. */
  pictures: {
    workspace: 32,
    /** The maximum for one person and the agent tokens that they created, in all workspaces. */
    person: 32,
  },
  /** Bodies without files that are being received into memory. Only bodies of more than 64 KiB count. */
  largeBodies: {
    address: 32,
  },
  /**
   * Large JSON in bodies and forms that is parsed and checked, one after another. It is counted for a person
   * and the agent tokens that they created, or for a client address.
   */
  largeJson: {
    /** JSON that does not have more characters is parsed at once. */
    small: 64 * 1024,
    running: 1,
    runningOfHolder: 1,
    waitingOfHolder: 64,
  },
  /** Exports of reviews and activity that are being created and sent. */
  exports: {
    /** The maximum for one person and the agent tokens that they created. */
    caller: 4,
    /** The maximum number of exports of the visitors of share links at one client address. */
    address: 16,
  },
  /**
   * Reads of all threads of large reviews. One read takes up to 300 MiB of memory, and seconds of CPU time. A
   * read is counted for a person and the agent tokens that they created, or for the client address of a
   * visitor. Requests for the same threads share a read.
   */
  largeReviews: {
    running: 2,
    runningOfHolder: 1,
    waitingOfHolder: 32,
  },
  /**
   * Pictures of revisions that are drawn with all marks, in large reviews. The marks take up to 150 MiB of
   * memory until the picture is drawn. A picture is counted for the same holders as a read.
   */
  largePictures: {
    running: 4,
    runningOfHolder: 2,
    waitingOfHolder: 32,
  },
  /**
   * Bytes of responses in memory that clients have not received yet. A body that several responses share
   * counts once.
   */
  heldBytes: {
    /** A body that is not larger, in bytes or characters, does not count. */
    small: 64 * 1024,
    /**
     * If more bytes are held, the oldest response of the holder with the most bytes is ended. Clients that
     * read slowly could otherwise keep all others from reading.
     */
    total: 384 * 1024 * 1024,
    /** The maximum for one person and the agent tokens that they created, or for one client address. */
    holder: 96 * 1024 * 1024,
  },
  /** Messages of webhooks and updates of pull requests that are being sent. */
  outgoing: {
    total: 32,
    /**
     * The maximum number of messages and updates for all webhooks and connections that one person set up, in
     * all workspaces.
     */
    account: 8,
    webhook: 4,
    /**
     * The maximum number of updates for one project, since GitHub asks clients to send requests one after
     * another.
     */
    project: 1,
  },
  /** Tests of connections to forges, for which people wait. A test is a request to a server of anyone. */
  forgeTests: {
    workspace: 4,
    /** The maximum for one person, in all workspaces. */
    person: 4,
  },
}

/** Counts how many units of a shared resource each holder uses. */
export class FairShare {
  private readonly held = new Map<string, number>()

  /** Returns the number of units that a holder uses. */
  private of(key: string): number {
    return this.held.get(key) ?? 0
  }

  /**
   * Takes one unit for each of the given holders. If one of the holders already uses its maximum, takes
   * nothing and returns null. Otherwise returns a function that releases the units; further calls of this
   * function have no effect.
   */
  take(shares: readonly Share[]): (() => void) | null {
    if (shares.some(({ key, most }) => this.of(key) >= most)) return null
    for (const { key } of shares) this.held.set(key, this.of(key) + 1)
    const taken = shares.map(({ key }) => key)
    return () => {
      for (const key of taken.splice(0)) this.release(key)
    }
  }

  /**
   * Releases one unit of a holder. A holder without units is removed from the map, so that the map does not
   * grow.
   */
  private release(key: string): void {
    const left = this.of(key) - 1
    if (left > 0) this.held.set(key, left)
    else this.held.delete(key)
  }
}
