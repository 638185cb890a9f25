import { describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import { evidenceAsOf, roundsOf } from '~/review-state/evidence-groups'

const revision = (
  id: string,
  roundId: string | null,
  completedAt: string | null = '2026-11-21T00:00:00.000Z',
) => ({ id, roundId, completedAt })
const artifact = (id: string, revisions: ReturnType<typeof revision>[]) =>
  ({ id, revisions, currentRevision: revisions.at(-1) }) as unknown as Artifact
const rounds = [1, 2].map(number => ({
  id: `rnd_${number}`,
  number,
  summary: '',
  createdAt: '2026-11-21T00:00:00.000Z',
}))
const artifacts = [
  artifact('a', [revision('a1', null), revision('a2', 'rnd_1'), revision('a3', 'rnd_2', null)]),
  artifact('b', [revision('b1', 'rnd_2')]),
]

describe('the evidence at the end of a round', () => {
  it('at the end of a round, each artifact is shown with its latest revision completed by then', () => {
    const at = (number: number) =>
      evidenceAsOf(artifacts, rounds, number).map(each => each.currentRevision?.id)
    expect([at(0), at(1), at(2)]).toEqual([['a1'], ['a2'], ['a2', 'b1']])
    expect(evidenceAsOf(artifacts, rounds, 0)[0]?.revisions.map(each => each.id)).toEqual(['a1'])
  })

  it('the list of rounds to show begins with the newest round, and ends with the baseline', () => {
    expect(roundsOf(artifacts, rounds).map(each => each.number)).toEqual([2, 1, 0])
    expect(roundsOf(artifacts.slice(1), rounds).map(each => each.number)).toEqual([2, 1])
  })
})
