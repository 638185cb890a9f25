import type { Fault } from './fault.ts'

const tests: Fault['tests'] = ['tests/api/reviews/unchanged-answers.test.ts']
const file = 'server/domain/review/answer-state.ts'

export const answers: Fault[] = [
  {
    id: 'answer-of-every-input',
    file: 'server/answers.ts',
    search: 'retention, id, input, state]',
    replace: 'retention, id, state]',
    tests,
    why: 'A list of open threads contains the resolved ones.',
  },
  {
    id: 'answer-of-any-version',
    file,
    search: '  review.version,\n  review.updatedAt,\n',
    replace: '',
    tests,
    why: 'A client does not see new comments and evidence.',
  },
  {
    id: 'answer-under-the-old-name',
    file,
    search: '  project.name,\n',
    replace: '',
    tests,
    why: 'A renamed project keeps its name in the reviews that a client has.',
  },
  {
    id: 'answer-without-what-was-seen',
    file,
    search: '[...stateOf(loaded), caller.id, row?.count ?? 0]',
    replace: '[...stateOf(loaded), caller.id]',
    tests,
    why: 'Evidence that was seen on another device stays unseen.',
  },
  {
    id: 'answer-of-another-person',
    file,
    search: '[...stateOf(loaded), caller.id, row?.count ?? 0]',
    replace: '[...stateOf(loaded), row?.count ?? 0]',
    tests,
    why: 'A person gets the read state of another.',
  },
  {
    id: 'answer-past-its-moment',
    file: 'server/answers.ts',
    search: "(until === '0' || now < Number.parseInt(until, 36))",
    replace: "(until === '0' || now > 0)",
    tests,
    why: 'Evidence past its retention stays visible.',
  },
  {
    id: 'cached-answer-past-its-moment',
    file: 'server/answers.ts',
    search: 'answer && (answer.until === null || now < answer.until)',
    replace: 'answer',
    tests,
    why: 'Evidence past its retention is shown to a client that has no ETag.',
  },
  {
    id: 'compressed-for-everyone',
    file: 'server/http/answer.ts',
    search: '(?!0(?:\\.0*)?\\s*$)',
    replace: '',
    tests,
    why: 'A client that cannot decompress brotli gets it.',
  },
]
