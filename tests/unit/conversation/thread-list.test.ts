import { describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import { findThreads, byMoment, threadRows, type Grouping } from '~/conversation/thread-list'

const artifact = (id: string, title: string, ...roundIds: (string | null)[]) => {
  const revisions = roundIds.map((roundId, at) => ({
    id: `${id}${at + 1}`,
    index: at + 1,
    roundId,
    completedAt: '2026-11-21T00:00:00.000Z',
  }))
  return {
    id,
    title,
    variationGroup: null,
    revisions,
    currentRevision: revisions.at(-1),
  } as unknown as Artifact
}
const note = (
  threadId: string,
  artifactId: string | null,
  revision: number | null,
  ...said: [name: string, body: string][]
) =>
  ({
    threadId,
    artifactId,
    revision,
    artifact: artifactId && { title: `Title of ${artifactId}`, route: '/totals' },
    comments: said.map(([name, body]) => ({ author: { name }, body })),
  }) as unknown as Thread
const rounds = [{ id: 'rnd_1', number: 1, summary: 'After review', createdAt: '2026-11-21T00:00:00.000Z' }]
const artifacts = [artifact('a', 'Dashboard', null), artifact('b', 'Settings', null, 'rnd_1')]
const threads = [
  note('1', null, null, ['Ann', 'Show the empty state']),
  note('2', 'a', 1, ['Ann', 'Too wide'], ['claude', 'Made it narrower']),
  note('3', 'b', 1, ['Bo', 'Größe?']),
  note('4', 'b', 2, ['Bo', 'Better']),
]
const listed = (by: Grouping, of = threads) =>
  threadRows(of, by, { artifacts, rounds }).map(each =>
    'thread' in each ? each.key : `${each.title} (${each.count})`,
  )

describe('the rows of the conversation', () => {
  it('conversation rows are grouped by evidence in filmstrip order, then by the whole review', () => {
    expect(listed('evidence')).toEqual([
      'Settings (2)',
      '3',
      '4',
      'Dashboard (1)',
      '2',
      'Whole review (1)',
      '1',
    ])
  })
  it('conversation rows are grouped by the round of the commented revision, newest round first', () => {
    expect(listed('round')).toEqual([
      'Round 1 · After review (1)',
      '4',
      'Earlier uploads (2)',
      '2',
      '3',
      'Whole review (1)',
      '1',
    ])
  })
  it('conversation rows without groups are in the order of creation, with review threads last', () => {
    expect(listed('none')).toEqual(['2', '3', '4', '1'])
  })
  it('in each group of the conversation, addressed threads are listed first', () => {
    const [whole, , bo, better] = threads as [Thread, Thread, Thread, Thread]
    const rows = [whole, bo, { ...better, status: 'addressed' as const }]
    expect(listed('evidence', rows)).toEqual(['Settings (2)', '4', '3', 'Whole review (1)', '1'])
    expect(listed('none', rows)).toEqual(['4', '3', '1'])
  })
  it('conversation rows contain every thread, even if its evidence is not loaded', () => {
    for (const by of ['evidence', 'round'] as const)
      expect(listed(by, [note('5', 'missing', 1)]).at(-1)).toBe('5')
    expect(
      threadRows([note('6', 'c', 1)], 'round', {
        artifacts: [artifact('c', 'New', 'rnd_1')],
        rounds: [],
      }).map(each => each.key),
    ).toContain('6')
  })
})

it('comments are grouped by artifact, and comments on a video are sorted by video time', () => {
  const at = (id: string, artifactId: string | null, timestampMs: number | null) => ({
    ...note(id, artifactId, 1),
    timestampMs,
  })
  const all = [
    at('1', 'v', 7000),
    at('2', 'a', null),
    at('3', 'v', null),
    at('4', 'v', 400),
    at('5', 'a', null),
    at('6', 'v', 7000),
  ]
  expect(byMoment(all).map(each => each.threadId)).toEqual(['3', '4', '1', '6', '2', '5'])
})

describe('searching threads', () => {
  it('a search finds the threads whose text, author or evidence contains every word', () => {
    const found = (typed: string) => findThreads(threads, typed).map(each => each.threadId)
    expect([found('narrower'), found('ann wide'), found('bo title OF b'), found('ann better')]).toEqual([
      ['2'],
      ['2'],
      ['3', '4'],
      [],
    ])
    expect([found('große'), found('grÖße'), found('  ')]).toEqual([['3'], ['3'], ['1', '2', '3', '4']])
  })
})
