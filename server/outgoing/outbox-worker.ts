import { AsyncResource } from 'node:async_hooks'
import { SECOND } from '#shared/time'
import { isDraining } from '~~/server/draining'
import { log } from '~~/server/log'

/** How often retries that are due, and messages of nodes that ended, are looked for. */
const POLL_MS = SECOND
/** Messages that a worker sends at once. */
const MAX_SENDING = 16

/** What a worker sends: rows that were written in the transaction of a change. */
export interface Outbox<Message> {
  /** What is sent, for the log: "messages of webhooks". */
  name: string
  /** Messages that are sent to one receiver at once, so that a slow one does not hold up the others. */
  maxSendingEach: number
  /**
   * Claims messages that are due, so that no other process sends them: at most `limit`, and none of the
   * receivers in `except`.
   */
  claim: (limit: number, except: string[]) => Promise<Message[]>
  /** Returns the id of the receiver of a message. */
  receiverOf: (message: Message) => string
  /** Sends a message and stores the result. When it throws, the message is due again after its claim. */
  send: (message: Message) => Promise<void>
}

/** Sends the messages of an outbox in this process: each at least once, and by one process at a time. */
export class OutboxWorker<Message> {
  /** The attempts in progress, each with the id of its receiver. */
  private readonly sending = new Map<Promise<void>, string>()
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
    const { maxSendingEach, claim, receiverOf } = this.outbox
    const counts = this.countByReceiver()
    const busy = [...counts].filter(([, count]) => count >= maxSendingEach).map(([id]) => id)
    const most = Math.max(0, ...[...counts.values()].filter(count => count < maxSendingEach))
    // As many as one receiver may get, since all may be to the same.
    const free = Math.min(MAX_SENDING - this.sending.size, maxSendingEach - most)
    if (free <= 0) return 0
    const claimed = await claim(free, busy)
    for (const message of claimed) {
      const attempt = this.send(message).finally(() => {
        this.sending.delete(attempt)
        void this.takeDue()
      })
      this.sending.set(attempt, receiverOf(message))
    }
    return claimed.length
  }

  private countByReceiver(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const id of this.sending.values()) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }

  private async send(message: Message): Promise<void> {
    await this.outbox
      .send(message)
      .catch((error: unknown) =>
        log.error(`the result of one of the ${this.outbox.name} was lost`, { error }),
      )
  }
}
