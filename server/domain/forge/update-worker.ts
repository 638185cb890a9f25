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

/** Starts writing changes of reviews to their pull requests, one update at a time for each review. */
export function startPullRequestUpdates(): void {
  worker.start()
}

/** Stops taking updates and waits for those in progress, 30 seconds at most. */
export const stopPullRequestUpdates = (): Promise<void> => worker.stop()
