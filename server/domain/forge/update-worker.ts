import { fairShares } from '~~/server/process/fair-share'
import { OutboxWorker } from '~~/server/outgoing/outbox-worker'
import { claimUpdates, type ClaimedUpdate } from './claim-updates'
import { storeResult } from './store-result'
import { writeUpdate } from './write-update'

const worker = new OutboxWorker<ClaimedUpdate>({
  name: 'updates of pull requests',
  maxSendingEach: fairShares.outgoing.project,
  claim: claimUpdates,
  receiverOf: ({ connection }) => connection.projectId,
  accountOf: ({ connection, workspaceId }) => connection.createdBy ?? workspaceId,
  send: async claimed => storeResult(claimed, await writeUpdate(claimed)),
})

/**
 * Starts the worker that updates pull requests after changes of their reviews. It runs one update at a time
 * for each review.
 */
export function startPullRequestUpdates(): void {
  worker.start()
}

/** Stops claiming updates, and waits at most 30 seconds for the updates that run. */
export const stopPullRequestUpdates = (): Promise<void> => worker.stop()
