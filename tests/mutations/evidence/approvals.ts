import type { Fault } from '../fault.ts'

const tests = ['tests/api/evidence/approvals.test.ts'] as const

export const approvals: Fault[] = [
  {
    id: 'approval-of-an-unseen-revision',
    file: 'server/domain/artifact/approve-artifact.ts',
    search: 'input.revisionId !== undefined && input.revisionId !== current.id',
    replace: 'false',
    tests,
    why: 'A person approves a revision that arrived after they looked.',
  },
  {
    id: 'approval-of-other-pixels',
    file: 'server/domain/artifact/approval.ts',
    search: "later.every(each => each.change?.status === 'same')",
    replace: 'true',
    tests,
    why: 'An approval holds for a revision that looks different.',
  },
  {
    id: 'approval-by-a-withdrawn-verdict',
    file: 'server/domain/artifact/accept-revisions.ts',
    search: 'if (before) await withdrawApprovals(tx, reviewId, before.at)',
    replace: '',
    tests,
    why: 'A withdrawn verdict leaves its approvals behind.',
  },
  {
    id: 'verdict-takes-over-approvals',
    file: 'server/domain/artifact/accept-revisions.ts',
    search: 'if (!approvalOf(shown, rows)?.holds) approvals.push',
    replace: 'approvals.push',
    tests,
    why: 'A verdict replaces the name of the person who approved a piece.',
  },
  {
    id: 'approval-lost-by-a-detour',
    file: 'server/domain/artifact/approval.ts',
    search: 'holds: isEqual || later.every(',
    replace: 'holds: later.every(',
    tests,
    why: 'Evidence that shows the approved pixels again must be approved again.',
  },
]
