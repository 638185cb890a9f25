import { AsyncResource } from 'node:async_hooks'
import { SECOND } from '#shared/time'
import { onMessageQueued } from '~~/server/db/outbox'
import { isDraining } from '~~/server/draining'
import { log } from '~~/server/log'
import { claimMessages, type ClaimedMessage } from './claim-messages'
import { sendMessage } from './send-message'
import { storeAttempt } from './store-attempt'

/** How often retries that are due, and messages of nodes that ended, are looked for. */
const POLL_MS = SECOND
/** Messages that this process sends at once. */
const MAX_SENDING = 16
/** To one webhook, so that a slow receiver does not hold up the others. */
const MAX_SENDING_EACH = 4

/** The attempts in progress, each with the id of its webhook. */
const sending = new Map<Promise<void>, string>()
let timer: NodeJS.Timeout | undefined
let taking = false
let askedAgain = false
let failed = false

/**
 * Starts sending the messages of webhooks: at once when this process commits one, and by looking for those
 * that are due. A message is sent at least once, and by one node at a time.
 */
export function startDeliveries(): void {
  // Not in the context of the request whose commit called it: its log lines and its write guard are its own.
  const take = AsyncResource.bind(() => void takeDue())
  onMessageQueued(take)
  timer = setInterval(take, POLL_MS)
  timer.unref()
}

/** Stops taking messages and waits for the attempts in progress, 15 seconds at most. */
export async function stopDeliveries(): Promise<void> {
  clearInterval(timer)
  onMessageQueued(() => {})
  await Promise.all(sending.keys())
}

/** Takes what is due until nothing is left, or as much is being sent as may be. */
async function takeDue(): Promise<void> {
  askedAgain = true
  if (taking) return
  taking = true
  try {
    while (askedAgain && !isDraining()) {
      askedAgain = false
      while ((await takeSome()) > 0);
    }
    failed = false
  } catch (error) {
    // The next turn is in a second: a database that is away is logged once.
    if (!failed) log.error('messages of webhooks could not be read', { error })
    failed = true
  } finally {
    taking = false
  }
}

async function takeSome(): Promise<number> {
  const counts = countByWebhook()
  const busy = [...counts].filter(([, count]) => count >= MAX_SENDING_EACH).map(([id]) => id)
  const most = Math.max(0, ...[...counts.values()].filter(count => count < MAX_SENDING_EACH))
  // As many as one webhook may get, since all may be to the same.
  const free = Math.min(MAX_SENDING - sending.size, MAX_SENDING_EACH - most)
  if (free <= 0) return 0
  const claimed = await claimMessages(free, busy)
  for (const message of claimed) {
    const attempt = deliver(message).finally(() => {
      sending.delete(attempt)
      void takeDue()
    })
    sending.set(attempt, message.webhook.id)
  }
  return claimed.length
}

function countByWebhook(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of sending.values()) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** Sends a message and stores the result. When that fails, the message is sent again after its claim. */
async function deliver(message: ClaimedMessage): Promise<void> {
  const result = await sendMessage(message)
  await storeAttempt(message.delivery, result).catch((error: unknown) =>
    log.error('the result of a webhook message could not be stored', { error }),
  )
}
