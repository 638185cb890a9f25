import type { Fault } from './fault.ts'

const recorded = 'tests/unit/changes/record-change.test.ts'

export const changes: Fault[] = [
  {
    id: 'event-without-version',
    file: 'server/changes/event-log.ts',
    search: 'reviewVersion: review?.version ?? null',
    replace: 'reviewVersion: null',
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
    search: '[...logged, queueFirstUpdate]',
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
]
