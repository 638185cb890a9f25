import type { Contract, OperationId } from '#shared/contract'
import type { NextAction } from '#shared/review/next-action'
import type { ResultOf } from '~~/server/transport/operations'

/** The result of a tool that reads threads. */
interface Feedback {
  reviewId: string
  cursor: string
  nextAction: NextAction
  more?: true
}

const waiting = 'Call wait_for_feedback with its reviewId until a person has commented or decided.'

/** Returns the summary of the next action, and the tool calls for it. */
function afterFeedback({ cursor, nextAction: { action, summary }, more }: Feedback): string {
  if (more) return `Call read_feedback with since "${cursor}" for the other threads.`
  switch (action) {
    case 'apply_feedback':
      return (
        `${summary} Call view_mark with the threads whose mark you must see, then send_evidence with ` +
        'reviewId, the new pictures as files, and answers: for each threadId, what you changed.'
      )
    case 'upload_revision':
      return `${summary} Call send_evidence with reviewId.`
    case 'wait_for_person':
      return `${summary} Call wait_for_feedback with since "${cursor}".`
    case 'done':
    case 'stop':
      return summary
  }
}

/** Sentences that tell the model which tool to call after the result of an operation. */
const steps: { [Id in OperationId]?: (result: ResultOf<Contract[Id]>) => string } = {
  listCatalog: ({ nextCursor }) =>
    'Call read_feedback with the id of a review, or send_evidence to add evidence.' +
    (nextCursor ? ` More reviews: cursor "${nextCursor}".` : ''),
  createReview: () => 'Call send_evidence with its id as reviewId, and give your person its url.',
  addressEvidence: () =>
    'Run the command in your shell. It prints the Markdown for the pull request and what to do next.',
  declareUpload: afterDeclaration,
  declareRevision: afterDeclaration,
  completeArtifact: () => waiting,
  listThreads: afterFeedback,
  waitForFeedback: afterFeedback,
  replyToThread: () => waiting,
  addressThread: () => waiting,
  readReviewMarkdown: () => 'Put the markdown into the pull request as it is, instead of the earlier one.',
}

function afterDeclaration(): string {
  return 'Run the command with the path of the file. Then call complete_evidence with both of its ids.'
}

/**
 * Returns a sentence that tells the model which tool to call after the result of an operation; undefined if
 * the model must choose the tool itself.
 */
export function nextStep<Id extends OperationId>(id: Id, result: ResultOf<Contract[Id]>): string | undefined {
  const step = steps[id] as ((result: ResultOf<Contract[Id]>) => string) | undefined
  return step?.(result)
}
