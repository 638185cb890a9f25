import type { Fault } from './fault.ts'

/** Faults in the commands that take pictures and videos of pages. */
export const captures: Fault[] = [
  {
    id: 'packages-linked',
    file: 'cli/capture/serve/copy-packages.ts',
    search: 'await copyFile(source, target, constants.COPYFILE_FICLONE)',
    replace: "await (await import('node:fs/promises')).link(source, target)",
    tests: ['tests/unit/cli/capture/copy-packages.test.ts'],
    why: 'A tool that changes a package in the worktree changes that of the repository.',
  },
  {
    id: 'source-outside-repository',
    file: 'cli/capture/source-paths.ts',
    search: "inRoot !== '' && !inRoot.startsWith('..')",
    replace: "inRoot !== ''",
    tests: ['tests/unit/cli/capture/source-paths.test.ts'],
    why: 'Paths of the machine are sent.',
  },
  {
    id: 'source-of-another-package',
    file: 'cli/capture/source-paths.ts',
    search: 'best && others.length === 0 ? best',
    replace: 'best && others.length >= 0 ? best',
    tests: ['tests/unit/cli/capture/source-paths.test.ts'],
    why: 'A comment states the line of a file that only has the same name.',
  },
  {
    id: 'title-without-width',
    file: 'cli/capture/plan-shots.ts',
    search: 'options.title !== undefined && isOnly ?',
    replace: 'isOnly ?',
    tests: ['tests/unit/cli/capture/plan-shots.test.ts'],
    why: 'The same page is other evidence if it is taken in one width more.',
  },
  {
    id: 'signal-without-cleanup',
    file: 'cli/capture/cleanup.ts',
    search: 'for (const each of names) process.on(each, onSignal)',
    replace: 'void onSignal',
    tests: ['tests/api/cli/shot.test.ts'],
    why: 'Ctrl-C leaves servers and worktrees behind.',
  },
  {
    id: 'running-server-captured',
    file: 'cli/capture/serve/dev-server.ts',
    search: 'if (!url.includes(portText)) await assertUnused(url)',
    replace: 'void assertUnused',
    tests: ['tests/api/cli/shot.test.ts'],
    why: 'The pictures before and after the change show the same server.',
  },
  {
    id: 'query-in-events',
    file: 'cli/capture/video/events.ts',
    search: '`${parsed.origin}${parsed.pathname}`',
    replace: 'parsed.href',
    tests: ['tests/api/cli/record.test.ts'],
    why: 'Tokens in queries are sent.',
  },
]
