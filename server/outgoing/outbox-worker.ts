import { AsyncResource } from 'node:async_hooks'
import { SECOND } from '#shared/time'
import { isDraining } from '~~/server/process/draining'
import { fairShares } from '~~/server/process/fair-share'
import { log } from '~~/server/process/log'

/** How often retries that are due, and messages of nodes that ended, are looked for. */
const POLL_MS = SECOND

/** The ids of what nothing is sent for at the moment. */
export interface Busy {
  receivers: string[]
  accounts: string[]
}

/** What a worker sends: rows that were written in the transaction of a change. */
export interface Outbox<Message> {
  /** What is sent, for the log: "messages of webhooks". */
  name: string
  /** Messages that are sent to one receiver at once, so that a slow one does not hold up the others. */
  maxSendingEach: number
  /**
   * Claims messages that are due, so that no other process sends them: at most `limit`, and none of those in
   * `except`.
   */
  claim: (limit: number, except: Busy) => Promise<Message[]>
  receiverOf: (message: Message) => string
  /** Returns the id of the person who set the receiver up. */
  accountOf: (message: Message) => string
  /** Sends a message and stores the result. When it throws, the message is due again after its claim. */
  send: (message: Message) => Promise<void>
}

/**
 * Sends the messages of an outbox in this process: each at least once, and by one process at a time. A person
 * whose receivers hang does not hold up others, in however many workspaces: an account has a part of what is
 * sent at once, and those that have nothing on the way come first.
 */
export class OutboxWorker<Message> {
  /** The attempts in progress. */
  private readonly sending = new Map<Promise<void>, Message>()
  private timer: NodeJS.Timeout | undefined
  private taking = false
  private askedAgain = false
  private failed = false

  constructor(private readonly outbox: Outbox<Message>) {}

  /** Starts looking for messages that are due. Returns the function that looks at once. */
  start(): () => void {
    // Not in the context of the request whose commit calls it: its log lines and its write guard are its own.
    const take = AsyncResource.bind(() => void this.takeDue())
    this.timer = setInterval(take, POLL_MS)
    this.timer.unref()
    return take
  }

  /** Stops taking messages and waits for the attempts in progress. */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    await Promise.all(this.sending.keys())
  }

  /** Takes what is due until nothing is left, or as much is being sent as may be. */
  private async takeDue(): Promise<void> {
    this.askedAgain = true
    if (this.taking) return
    this.taking = true
    try {
      while (this.askedAgain && !isDraining()) {
        this.askedAgain = false
        while ((await this.takeSome()) > 0);
      }
      this.failed = false
    } catch (error) {
      // The next turn is in a second: a database that is away is logged once.
      if (!this.failed) log.error(`${this.outbox.name} could not be read`, { error })
      this.failed = true
    } finally {
      this.taking = false
    }
  }

  private async takeSome(): Promise<number> {
    const { account } = fairShares.outgoing
    const claimed = await this.claim(1)
    // Every account with messages has one on the way: the rest goes to those with the oldest.
    if (claimed.length === 0 && this.sending.size > 0) claimed.push(...(await this.claim(account)))
    for (const message of claimed) {
      const attempt = this.send(message).finally(() => {
        this.sending.delete(attempt)
        void this.takeDue()
      })
      this.sending.set(attempt, message)
    }
    return claimed.length
  }

  /** Claims messages of accounts that have fewer than this many on the way. */
  private async claim(maxOfAccount: number): Promise<Message[]> {
    const { maxSendingEach, receiverOf, accountOf } = this.outbox
    const receivers = this.count(receiverOf, maxSendingEach)
    const accounts = this.count(accountOf, maxOfAccount)
    // As many as one receiver or account may get, since all may be of the same.
    const free = Math.min(
      fairShares.outgoing.total - this.sending.size,
      maxSendingEach - receivers.most,
      fairShares.outgoing.account - accounts.most,
    )
    if (free <= 0) return []
    return this.outbox.claim(free, { receivers: receivers.busy, accounts: accounts.busy })
  }

  /** Returns who has at least `max` messages on the way, and the most that any other has. */
  private count(idOf: (message: Message) => string, max: number): { busy: string[]; most: number } {
    const counts = new Map<string, number>()
    for (const id of Array.from(this.sending.values(), idOf)) counts.set(id, (counts.get(id) ?? 0) + 1)
    return {
      busy: [...counts].flatMap(([id, count]) => (count >= max ? [id] : [])),
      most: Math.max(0, ...[...counts.values()].filter(count => count < max)),
    }
  }

  private async send(message: Message): Promise<void> {
    await this.outbox
      .send(message)
      .catch((error: unknown) =>
        log.error(`the result of one of the ${this.outbox.name} was lost`, { error }),
      )
  }
}
