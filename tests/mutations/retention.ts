import type { Fault } from './fault.ts'

export const retention: Fault[] = [
  {
    id: 'visible-at-the-end',
    file: 'shared/plans.ts',
    search: 'now >= expiresAt',
    replace: 'now > expiresAt',
    tests: ['tests/unit/shared/shared.test.ts'],
    why: 'Media is visible at the instant at which it expires.',
  },
  {
    id: 'a-day-too-long',
    file: 'shared/plans.ts',
    search: 'completedAt + visibleDays * DAY',
    replace: 'completedAt + (visibleDays + 1) * DAY',
    tests: ['tests/unit/shared/shared.test.ts'],
    why: 'Media is visible a day longer than the plan says.',
  },
  {
    id: 'no-recovery-window',
    file: 'shared/plans.ts',
    search: 'expiresAt + recoverableDays * DAY',
    replace: 'expiresAt',
    tests: ['tests/unit/shared/shared.test.ts'],
    why: 'The dashboard promises no time to recover expired media.',
  },
  {
    id: 'deletion-forgotten',
    file: 'shared/plans.ts',
    search: "const state = deletedAt !== null ? 'deleted' : now >=",
    replace: 'const state = now >=',
    tests: ['tests/unit/shared/shared.test.ts'],
    why: 'Deleted media counts as active after a change to a larger plan.',
  },
  {
    id: 'retention-off-expires',
    file: 'shared/plans.ts',
    search: "if (retention === 'off')",
    replace: "if (retention === 'off' && deletedAt !== null)",
    tests: ['tests/unit/shared/shared.test.ts'],
    why: 'Media expires on a server that keeps it for ever.',
  },
  {
    id: 'team-year',
    file: 'shared/plans.ts',
    search: 'visibleDays: 365',
    replace: 'visibleDays: 356',
    tests: ['tests/unit/shared/shared.test.ts'],
    why: 'Paid evidence expires nine days early.',
  },
]
