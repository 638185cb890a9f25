import type { Fault } from './fault.ts'

const recorded = 'tests/unit/changes/record-change.test.ts'

export const changes: Fault[] = [
  {
    id: 'event-without-version',
    file: 'server/changes/event-log.ts',
    search: 'rowOf(change, eventId)))',
    replace: '{ ...rowOf(change, eventId), reviewId: null }))',
    tests: [recorded],
    why: 'An agent that waits for feedback gets none.',
  },
  {
    id: 'live-before-commit',
    file: 'server/changes/live.ts',
    search: 'afterCommit(() => publish(topic))',
    replace: 'publish(topic)',
    tests: [recorded],
    why: 'Open pages read the review before the change, and not again.',
  },
  {
    id: 'new-review-without-pull-request',
    file: 'server/changes/record-change.ts',
    search: '[...logged, queuePullRequest]',
    replace: 'logged',
    tests: [recorded],
    why: 'A pull request gets its comment with the first evidence only.',
  },
  {
    id: 'context-of-another-request',
    file: 'server/db/sqlite/group-commit.ts',
    search: 'const inContext = AsyncLocalStorage.snapshot()',
    replace: 'const inContext = <T>(run: () => T) => run()',
    tests: ['tests/unit/db/sqlite.test.ts'],
    why: 'Lines in the log have the id of another request.',
  },
  {
    id: 'alone-with-others',
    file: 'server/db/postgres/write.ts',
    search: 'SELECT pg_advisory_xact_lock(${WRITE_LOCK})',
    replace: 'SELECT pg_advisory_xact_lock_shared(${WRITE_LOCK})',
    tests: ['tests/unit/db/postgres.test.ts'],
    why: 'On PostgreSQL, two writes that lock nothing lose an update.',
  },
  {
    id: 'workspace-not-locked',
    file: 'server/db/locks.ts',
    search: '  await locksOfWorkspace[resource](tx, { id })\n',
    replace: '',
    tests: ['tests/unit/db/postgres.test.ts'],
    why: 'On PostgreSQL, two comments at once get the same number.',
  },
  {
    id: 'deadlock-not-repeated',
    file: 'server/db/postgres/errors.ts',
    search: 'code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED',
    replace: 'code === SERIALIZATION_FAILURE',
    tests: ['tests/unit/db/postgres.test.ts'],
    why: 'One of two writes that wait for each other fails.',
  },
  {
    id: 'late-statement-stored',
    file: 'server/db/write.ts',
    search: 'if (running.getStore()?.isEnded) throw',
    replace: 'if (running.getStore()?.withCommit === null) throw',
    tests: ['tests/unit/db/sqlite.test.ts'],
    why: 'A refused comment leaves a webhook message about it.',
  },
]
