import { fairShares } from '~~/server/process/fair-share'
import { OutboxWorker, type Busy } from '~~/server/outgoing/outbox-worker'
import { answerQuestion } from './answer-question'
import { claimQuestions, type ClaimedQuestion } from './claim-questions'
import { claimUpdates, type ClaimedUpdate } from './claim-updates'
import { storeResult } from './store-result'
import { writeUpdate } from './write-update'

/** Claims questions first, because people wait for the answers. */
async function claim(limit: number, except: Busy): Promise<(ClaimedQuestion | ClaimedUpdate)[]> {
  const questions = await claimQuestions(limit, except)
  const left = limit - questions.length
  return left > 0 ? [...questions, ...(await claimUpdates(left, except))] : questions
}

const worker = new OutboxWorker<ClaimedQuestion | ClaimedUpdate>({
  name: 'updates of pull requests',
  maxSendingEach: fairShares.outgoing.project,
  claim,
  receiverOf: ({ connection }) => connection.projectId,
  accountOf: ({ connection, workspaceId }) => connection.createdBy ?? workspaceId,
  send: async claimed =>
    'question' in claimed ? answerQuestion(claimed) : storeResult(claimed, await writeUpdate(claimed)),
})

/**
 * Starts the worker that updates pull requests after changes of their reviews, and answers questions in them.
 * It runs one update at a time for each review, and one answer for each pull request.
 */
export function startPullRequestUpdates(): void {
  worker.start()
}

/**
 * Stops claiming updates and questions, and waits for running updates and answers, as `OutboxWorker.stop`
 * does.
 */
export const stopPullRequestUpdates = (): Promise<void> => worker.stop()
