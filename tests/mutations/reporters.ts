import type { Fault } from './fault.ts'

export const reporters: Fault[] = [
  {
    id: 'reporter-mark-outlives-failure',
    file: 'cli/reporters/label.ts',
    search: 'const isOwn = current.startsWith(FAILED_DESCRIPTION)',
    replace: 'const isOwn = false',
    tests: ['tests/unit/cli/reporter-label.test.ts'],
    why: 'Evidence has the error of a test that passes now.',
  },
  {
    id: 'reporter-overwrites-description',
    file: 'cli/reporters/label.ts',
    search: "(isOwn || (current === '' && description !== null))",
    replace: '(isOwn || description !== null)',
    tests: ['tests/unit/cli/reporter-label.test.ts'],
    why: 'A failed test overwrites the description that a person wrote.',
  },
  {
    id: 'reporter-titles-collide',
    file: 'cli/reporters/label.ts',
    search: '… ${hash}',
    replace: '…',
    tests: ['tests/unit/cli/reporter-label.test.ts'],
    why: 'Tests whose long titles begin alike overwrite the evidence of each other.',
  },
  {
    id: 'reporter-projects-collide',
    file: 'cli/reporters/label.ts',
    search: '[file, project].filter(Boolean)',
    replace: '[file].filter(Boolean)',
    tests: ['tests/unit/cli/reporter-label.test.ts'],
    why: 'The desktop and the phone overwrite the evidence of each other.',
  },
]
