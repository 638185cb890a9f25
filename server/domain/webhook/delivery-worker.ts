import { onMessageQueued } from '~~/server/changes/webhooks'
import { fairShares } from '~~/server/process/fair-share'
import { OutboxWorker } from '~~/server/outgoing/outbox-worker'
import { claimMessages, type ClaimedMessage } from './claim-messages'
import { sendMessage } from './send-message'
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
 * Starts sending the messages of webhooks: at once when this process commits one, and by polling for due
 * ones. A message is sent at least once, and by one node at a time.
 */
export function startDeliveries(): void {
  onMessageQueued(worker.start())
}

/** Stops taking messages and waits for the attempts in progress, 15 seconds at most. */
export async function stopDeliveries(): Promise<void> {
  onMessageQueued(() => {})
  await worker.stop()
}
