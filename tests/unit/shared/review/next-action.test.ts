import { expect, it } from 'vitest'
import { nextAction, type ReviewProgress } from '#shared/review/next-action'

const progress = (
  changed: Partial<Omit<ReviewProgress, 'counts'>> & { open?: number; addressed?: number } = {},
) => {
  const { open = 0, addressed = 0, ...rest } = changed
  return nextAction({
    status: 'open',
    hasUnanswered: open > 0,
    hasEvidence: true,
    hasNewEvidence: true,
    hasDecisionComment: false,
    counts: { open, addressed, resolved: 0, total: open + addressed },
    ...rest,
  })
}

it.each([
  ['a review without evidence', progress({ hasEvidence: false, hasNewEvidence: false }), 'upload_revision'],
  ['a review that no one has looked at', progress(), 'wait_for_person'],
  ['an open comment', progress({ open: 1, addressed: 2 }), 'apply_feedback'],
  [
    'an open comment on a review without evidence',
    progress({ open: 1, hasEvidence: false }),
    'apply_feedback',
  ],
  [
    'open comments to which agents replied last',
    progress({ open: 2, hasUnanswered: false }),
    'wait_for_person',
  ],
  ['only addressed comments', progress({ addressed: 2 }), 'wait_for_person'],
  [
    'requested changes that no evidence shows',
    progress({ status: 'changes_requested', hasNewEvidence: false }),
    'upload_revision',
  ],
  ['requested changes, and evidence since', progress({ status: 'changes_requested' }), 'wait_for_person'],
  [
    'requested changes with open comments',
    progress({ status: 'changes_requested', hasNewEvidence: false, open: 3 }),
    'apply_feedback',
  ],
  ['a verified review', progress({ status: 'verified', hasNewEvidence: false }), 'done'],
  [
    'a verified review with an open comment',
    progress({ status: 'verified', hasNewEvidence: false, open: 1 }),
    'done',
  ],
  ['a verified review that got new evidence', progress({ status: 'verified' }), 'wait_for_person'],
])('a review has the expected next action: %s', (_what, { action }, expected) => {
  expect(action).toBe(expected)
})

it('the summary of a review refers to the comment of a verdict that requests changes', () => {
  const requested = { status: 'changes_requested', hasNewEvidence: false } as const
  expect(progress(requested).summary).not.toContain('decisionComment')
  expect(progress({ ...requested, hasDecisionComment: true }).summary).toContain('Read decisionComment.')
  expect(progress({ ...requested, hasDecisionComment: true, open: 1 }).summary).toContain('decisionComment')
})

it('the summary of a review names the person or step that an agent waits for', () => {
  expect(progress().summary).toBe('No comment is open. Wait for a person to review.')
  expect(progress({ addressed: 1 }).summary).toBe('1 addressed comment. Wait for the person to check.')
  const requested = progress({ status: 'changes_requested', addressed: 2 })
  expect(requested.summary).toBe('2 addressed comments. Wait for the person to check.')
  expect(progress({ open: 1, hasUnanswered: false }).summary).toBe(
    'There is 1 open comment, and an agent replied last. Wait for the answer of a person, or change ' +
      'the work and mark each comment addressed.',
  )
})

it('the summary of a review states that evidence was added after the verdict', () => {
  expect(progress({ status: 'verified' }).summary).toBe(
    'New evidence came after the verdict. Wait for a person to review.',
  )
  expect(progress({ status: 'verified', addressed: 1 }).summary).toBe(
    'New evidence came after the verdict. 1 addressed comment. Wait for the person to check.',
  )
})

it('the summary of a review counts the open comments', () => {
  expect(progress({ open: 1 }).summary).toContain('There is 1 open comment.')
  expect(progress({ open: 2 }).summary).toContain('There are 2 open comments.')
  expect(progress({ status: 'verified', hasNewEvidence: false, open: 2 }).summary).toContain(
    '2 open comments',
  )
})
