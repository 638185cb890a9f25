import { z } from 'zod'
import type { ThreadCounts } from '../contract/kit/fields'
import type { ReviewStatus } from '../contract/review-status'

/** The possible next actions of an agent. */
export const nextActions = ['upload_revision', 'apply_feedback', 'wait_for_person', 'done', 'stop'] as const

export const NextAction = z
  .strictObject({
    action: z.enum(nextActions),
    summary: z.string().meta({ description: 'What to do, in one or two sentences.' }),
  })
  .meta({
    id: 'NextAction',
    description:
      '`apply_feedback`: read the open threads, change the work, mark them addressed. `upload_revision`: ' +
      'show the changed work. `wait_for_person`: wait again, also for the answer to a question. `done`: a ' +
      'person verified the review. `stop`: the review is gone.',
  })
export type NextAction = z.infer<typeof NextAction>

/** The state of a review that determines the next action of an agent. */
export interface ReviewProgress {
  status: ReviewStatus
  counts: ThreadCounts
  /**
   * Whether any open thread still waits for a reply of an agent to the last comment of a person. A thread in
   * which only agents commented waits too.
   */
  hasUnanswered: boolean
  /** Whether the review has completed evidence. */
  hasEvidence: boolean
  /** Whether evidence was completed after the current status was set. */
  hasNewEvidence: boolean
  /** Whether the person who set the status added a comment. */
  hasDecisionComment: boolean
}

/** Returns the next action of an agent on a review. */
export function nextAction({
  status,
  counts,
  hasUnanswered,
  hasEvidence,
  hasNewEvidence,
  hasDecisionComment,
}: ReviewProgress): NextAction {
  if (status === 'verified' && !hasNewEvidence)
    return {
      action: 'done',
      summary:
        counts.open === 0
          ? 'A person verified the review. Nothing is left to do.'
          : `A person verified the review, with ${openComments(counts.open)} left. Nothing has to be done.`,
    }
  const reason = status === 'changes_requested' && hasDecisionComment ? ' Read decisionComment.' : ''
  if (counts.open > 0 && !hasUnanswered)
    return {
      action: 'wait_for_person',
      summary:
        `There ${counts.open === 1 ? 'is' : 'are'} ${openComments(counts.open)}, and an agent replied last.` +
        `${reason} Wait for the answer of a person, or change the work and mark each comment addressed.`,
    }
  if (counts.open > 0)
    return {
      action: 'apply_feedback',
      summary:
        `There ${counts.open === 1 ? 'is' : 'are'} ${openComments(counts.open)}.${reason} Change the work, ` +
        'upload a revision of each image that changed, and mark each comment addressed.',
    }
  if (!hasEvidence)
    return { action: 'upload_revision', summary: 'The review has no evidence yet. Upload what changed.' }
  if (status === 'changes_requested' && !hasNewEvidence)
    return {
      action: 'upload_revision',
      summary: `A person requested changes.${reason} Upload revisions that show the changed work.`,
    }
  const since = status === 'verified' ? 'New evidence came after the verdict. ' : ''
  return {
    action: 'wait_for_person',
    summary:
      counts.addressed === 0
        ? `${since || 'No comment is open. '}Wait for a person to review.`
        : `${since}${comments(counts.addressed, 'addressed')}. Wait for the person to check.`,
  }
}

/** The next action of an agent whose review was deleted. */
export const stopped: NextAction = {
  action: 'stop',
  summary: 'A person deleted the review. Do not upload it again unless you are asked to.',
}

const comments = (count: number, status: string) => `${count} ${status} comment${count === 1 ? '' : 's'}`
const openComments = (count: number) => comments(count, 'open')
