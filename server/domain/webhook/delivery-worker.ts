import { onMessageQueued } from '~~/server/changes/webhooks'
import { fairShares } from '~~/server/process/fair-share'
import { OutboxWorker } from '~~/server/outgoing/outbox-worker'
import { claimMessages, type ClaimedMessage } from './claim-messages'
import { sendMessage } from './send-message'
import { settings } from '~~/server/settings'
import { storeAttempt } from './store-attempt'

const worker = new OutboxWorker<ClaimedMessage>({
  name: 'messages of webhooks',
  maxSendingEach: fairShares.outgoing.webhook,
  claim: claimMessages,
  receiverOf: message => message.webhook.id,
  accountOf: ({ webhook }) => webhook.createdBy ?? webhook.workspaceId,
  send: async message => storeAttempt(message.delivery, await sendMessage(message)),
})

/**
 * Starts the worker that sends the messages of webhooks. It sends a message immediately if this process has
 * queued it, and finds other due messages by polling. Each message is sent at least once, and by only one
 * node at a time. Sends nothing if the operator has turned webhooks off.
 */
export function startDeliveries(): void {
  if (!settings().turnedOff.includes('webhooks')) onMessageQueued(worker.start())
}

/** Stops claiming messages, and waits for running attempts, as `OutboxWorker.stop` does. */
export async function stopDeliveries(): Promise<void> {
  onMessageQueued(() => {})
  await worker.stop()
}
