import { AsyncResource } from 'node:async_hooks'
import { MINUTE, SECOND } from '#shared/time'
import { isDraining, shutdownMsLeft } from '~~/server/process/draining'
import { fairShares } from '~~/server/process/fair-share'
import { log } from '~~/server/process/log'
import { within } from '~~/server/process/within'

/**
 * The interval in milliseconds at which the outbox is polled for due retries, and for messages that were left
 * by nodes that have ended.
 */
const POLL_MS = SECOND

/**
 * The time after which a claim expires, in milliseconds. If the result of an attempt is not stored by then,
 * the message is due again, because the process may have been killed.
 */
export const CLAIM_MS = MINUTE

/**
 * The ids of receivers and accounts to which no further messages are sent until a message in progress ends.
 */
export interface Busy {
  receivers: string[]
  accounts: string[]
}

/**
 * The outbox of a worker. Its messages were inserted in the transaction of the change that they are about.
 */
export interface Outbox<Message> {
  /** The name of the messages in the log, such as "messages of webhooks". */
  name: string
  /**
   * The largest number of messages that are sent to one receiver at the same time, so that a slow receiver
   * does not delay other receivers.
   */
  maxSendingEach: number
  /**
   * Claims at most `limit` due messages, so that no other process sends them. Excludes the receivers and
   * accounts in `except`.
   */
  claim: (limit: number, except: Busy) => Promise<Message[]>
  receiverOf: (message: Message) => string
  /** Returns the id of the account of a message: the person who set up the receiver. */
  accountOf: (message: Message) => string
  /**
   * Sends a message and stores the result. If this function throws, or does not end before the claim of the
   * message expires, the message becomes due again when the claim expires.
   */
  send: (message: Message) => Promise<void>
}

/**
 * Sends the messages of an outbox. Each message is sent at least once, but never by two processes at the same
 * time. If the receivers of one person do not respond, messages of other people are not delayed, even if this
 * person has many workspaces: an account may use only a part of the concurrent sends, and accounts without a
 * message in progress come first.
 */
export class OutboxWorker<Message> {
  /** The messages that are being sent. The key is the promise of the attempt to send the message. */
  private readonly sending = new Map<Promise<void>, Message>()
  private timer: NodeJS.Timeout | undefined
  /** The promise of the running poll; null while none is running. */
  private taking: Promise<void> | null = null
  private askedAgain = false
  private failed = false

  constructor(private readonly outbox: Outbox<Message>) {}

  /** Starts to poll for due messages. Returns a function that polls immediately. */
  start(): () => void {
    // A commit calls this function in the context of a request. AsyncResource runs it outside of that
    // context, so that log lines of the worker do not contain the id of the request, and writes of the worker
    // have no write guard.
    const take = AsyncResource.bind(() => this.takeDue())
    this.timer = setInterval(take, POLL_MS)
    this.timer.unref()
    return take
  }

  /**
   * Stops taking messages, and waits until the messages in progress are sent, but not longer than a process
   * may take to end. Messages that are not sent by then are due again when their claims expire.
   */
  async stop(): Promise<void> {
    clearInterval(this.timer)
    await within(shutdownMsLeft('work'), async () => {
      // A message that is being claimed must be sent too: its claim is stored, so no other process sends it.
      await this.taking
      await Promise.all(this.sending.keys())
    }).catch(() => log.warn(`${this.outbox.name} were not sent before the end`, { count: this.sending.size }))
  }

  /**
   * Claims and sends due messages until none is left, or until the maximum number of messages is being sent.
   */
  private takeDue(): void {
    this.askedAgain = true
    this.taking ??= this.takeAll().finally(() => {
      this.taking = null
    })
  }

  private async takeAll(): Promise<void> {
    try {
      while (this.askedAgain && !isDraining()) {
        this.askedAgain = false
        while (!isDraining() && (await this.takeSome()) > 0);
      }
      this.failed = false
    } catch (error) {
      // The outbox is polled again in a second, so only the first of several consecutive errors is logged.
      if (!this.failed) log.error(`${this.outbox.name} could not be read`, { error })
      this.failed = true
    }
  }

  private async takeSome(): Promise<number> {
    const { account } = fairShares.outgoing
    const claimed = await this.claim(1)
    // At this point, every account with due messages has a message in progress. The remaining capacity is
    // used for the oldest messages.
    if (claimed.length === 0 && this.sending.size > 0) claimed.push(...(await this.claim(account)))
    for (const message of claimed) {
      const attempt = this.send(message).finally(() => {
        this.sending.delete(attempt)
        this.takeDue()
      })
      this.sending.set(attempt, message)
    }
    return claimed.length
  }

  /** Claims due messages of accounts that have fewer than `maxOfAccount` messages in progress. */
  private async claim(maxOfAccount: number): Promise<Message[]> {
    const { maxSendingEach, receiverOf, accountOf } = this.outbox
    const receivers = this.count(receiverOf, maxSendingEach)
    const accounts = this.count(accountOf, maxOfAccount)
    // All claimed messages may belong to the same receiver or account. So no more messages are claimed than
    // one receiver and one account may still send.
    const free = Math.min(
      fairShares.outgoing.total - this.sending.size,
      maxSendingEach - receivers.most,
      fairShares.outgoing.account - accounts.most,
    )
    if (free <= 0) return []
    return this.outbox.claim(free, { receivers: receivers.busy, accounts: accounts.busy })
  }

  /**
   * Returns the ids that have at least `max` messages in progress. Also returns, for all other ids, the
   * largest number of messages in progress of one id.
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
    // An attempt that does not end must not keep its place among the concurrent messages.
    await within(CLAIM_MS, () => this.outbox.send(message)).catch((error: unknown) =>
      log.error(`the result of one of the ${this.outbox.name} was lost`, { error }),
    )
  }
}
