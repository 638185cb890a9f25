import { AsyncResource } from 'node:async_hooks'
import { SECOND } from '#shared/time'
import { isDraining } from '~~/server/process/draining'
import { fairShares } from '~~/server/process/fair-share'
import { log } from '~~/server/process/log'

/** The interval at which the outbox is polled for due retries, and for messages of nodes that ended. */
const POLL_MS = SECOND

/** The ids of receivers and accounts to which nothing more is sent at the moment. */
export interface Busy {
  receivers: string[]
  accounts: string[]
}

/** The outbox of a worker: messages that were written in the transaction of a change. */
export interface Outbox<Message> {
  /** The kind of message, for the log: "messages of webhooks". */
  name: string
  /**
   * The largest number of messages that are sent to one receiver at once, so that a slow one does not delay
   * others.
   */
  maxSendingEach: number
  /** Claims due messages, so that no other process sends them: at most `limit`, and none in `except`. */
  claim: (limit: number, except: Busy) => Promise<Message[]>
  receiverOf: (message: Message) => string
  /** Returns the id of the person who set the receiver up. */
  accountOf: (message: Message) => string
  /** Sends a message and stores the result. If it throws, the message is due again after its claim. */
  send: (message: Message) => Promise<void>
}

/**
 * Sends the messages of an outbox in this process: each at least once, and by one process at a time. A person
 * whose receivers hang does not delay others, in however many workspaces: an account may use only a part of
 * the concurrent sends, and accounts without a message in progress come first.
 */
export class OutboxWorker<Message> {
  /** The attempts in progress. */
  private readonly sending = new Map<Promise<void>, Message>()
  private timer: NodeJS.Timeout | undefined
  private taking = false
  private askedAgain = false
  private failed = false

  constructor(private readonly outbox: Outbox<Message>) {}

  /** Starts polling for due messages. Returns a function that polls at once. */
  start(): () => void {
    // Runs outside of the context of the request whose commit calls it, so that it has separate log lines and
    // no write guard.
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

  /** Takes due messages until none is left, or the maximum number is being sent. */
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
      // The next attempt is in a second: an unavailable database is logged once.
      if (!this.failed) log.error(`${this.outbox.name} could not be read`, { error })
      this.failed = true
    } finally {
      this.taking = false
    }
  }

  private async takeSome(): Promise<number> {
    const { account } = fairShares.outgoing
    const claimed = await this.claim(1)
    // Every account with messages has one in progress: the rest goes to the accounts with the oldest
    // messages.
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

  /** Claims messages of accounts that have fewer than this many in progress. */
  private async claim(maxOfAccount: number): Promise<Message[]> {
    const { maxSendingEach, receiverOf, accountOf } = this.outbox
    const receivers = this.count(receiverOf, maxSendingEach)
    const accounts = this.count(accountOf, maxOfAccount)
    // At most as many as one receiver or account may have, since all may belong to the same one.
    const free = Math.min(
      fairShares.outgoing.total - this.sending.size,
      maxSendingEach - receivers.most,
      fairShares.outgoing.account - accounts.most,
    )
    if (free <= 0) return []
    return this.outbox.claim(free, { receivers: receivers.busy, accounts: accounts.busy })
  }

  /**
   * Returns the ids with at least `max` messages in progress, and the largest number that any other id has.
   */
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
