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
  {
    id: 'reporter-sends-passwords',
    file: 'cli/reporters/video-events.ts',
    search: `title.replace(/^(Fill|Type|Insert) ".*"/s, '$1')`,
    replace: 'title',
    tests: ['tests/unit/cli/capture/video-events.test.ts'],
    why: 'What a test typed into a password field is stored as text.',
  },
  {
    id: 'reporter-loses-errors',
    file: 'cli/reporters/video-events.ts',
    search: '.toSorted((a, b) => rank[a.level] - rank[b.level])',
    replace: '',
    tests: ['tests/unit/cli/capture/video-events.test.ts'],
    why: 'A page that logs much hides the error that ended the test.',
  },
]
