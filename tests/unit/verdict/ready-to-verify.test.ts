import { expect, it } from 'vitest'
import type { Reviewer } from '#shared/contract/reviewer'
import type { ReviewStatus } from '#shared/contract/review-status'
import { readyToVerify } from '~/verdict/ready-to-verify'

const at = (minute: number) => `2026-11-20T10:0${minute}:00.000Z`
const reviewer = (name: string, status: ReviewStatus | null, isRequested = true, minute = 1): Reviewer => ({
  userId: `usr_${name}`,
  name,
  isRequested,
  isAwaited: isRequested && status === null,
  status,
  comment: null,
  mentions: [],
  decidedAt: status && at(minute),
})
const open = { status: 'open', decidedAt: null } as const

it('a review is ready to verify when each person asked for a verdict has given "verified"', () => {
  expect(readyToVerify(open, [reviewer('Ann', 'verified'), reviewer('Bo', 'verified')])).toBe('asked')
  expect(readyToVerify(open, [reviewer('Ann', 'verified', false)])).toBe('alone')
  const verified = { status: 'verified', decidedAt: at(1) } as const
  expect(readyToVerify(verified, [reviewer('Ann', 'verified')])).toBeNull()
})

it('a review is not ready to verify while a requested verdict is missing, or without any verdict', () => {
  expect(readyToVerify(open, [reviewer('Ann', 'verified'), reviewer('Bo', null)])).toBeNull()
  expect(readyToVerify(open, [])).toBeNull()
})

it('a review is not ready to verify if a later verdict requested changes', () => {
  const decided = { status: 'changes_requested', decidedAt: at(2) } as const
  expect(readyToVerify(decided, [reviewer('Ann', 'verified')])).toBeNull()
  expect(readyToVerify(decided, [reviewer('Ann', 'verified', true, 3)])).toBe('asked')
})
