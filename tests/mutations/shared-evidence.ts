import type { Fault } from './fault.ts'

/** Faults that tests find which share a server, or whose kills and sweeps became fewer. */
export const sharedEvidence: Fault[] = [
  {
    id: 'unused-images-at-once',
    file: 'server/domain/retention/sweep.ts',
    search: 'deleteUnusedImages(now - GRACE)',
    replace: 'deleteUnusedImages(now)',
    tests: ['tests/api/evidence/retention-sweep.test.ts'],
    why: 'An image that a person has just pasted into a comment is gone when they send the comment.',
  },
  {
    id: 'waits-outlive-the-server',
    file: 'server/http/long-poll.ts',
    search: 'isHead(event) ? AbortSignal.abort() : stream.signal',
    replace: 'isHead(event) ? AbortSignal.abort() : AbortSignal.timeout(60_000)',
    tests: ['tests/api/reviews/event-streams.test.ts'],
    why: 'Each update of the server takes 30 seconds, and cuts off agents that wait for feedback.',
  },
  {
    id: 'forge-update-lost-by-a-kill',
    file: 'server/domain/forge/claim-updates.ts',
    search: 'claimedUntil: until, dueAt: until }',
    replace: 'claimedUntil: until, dueAt: null }',
    tests: ['tests/api/forge/pull-requests.test.ts'],
    why: 'A pull request keeps an old verdict when the server ended while it wrote the new one.',
  },
]
