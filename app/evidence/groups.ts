import type { Artifact } from '#shared/contract/artifact'
import type { Round } from '#shared/contract/review'

/**
 * Evidence as the filmstrip shows it: variations of one group together, the rest by the round of its present
 * revision, newest round first. Titles with their members.
 */
export function groupEvidence(
  artifacts: Artifact[],
  rounds: Round[],
): [title: string, members: Artifact[]][] {
  const roundOf = (artifact: Artifact) => rounds.find(each => each.id === artifact.currentRevision?.roundId)
  const titleOf = (artifact: Artifact) => {
    if (artifact.variationGroup !== null) return `Variations · ${artifact.variationGroup}`
    const round = roundOf(artifact)
    return round || rounds.length > 0 ? roundName(round?.number ?? BASELINE, round?.summary) : 'Evidence'
  }
  const newestFirst = artifacts.toSorted((a, b) => (roundOf(b)?.number ?? 0) - (roundOf(a)?.number ?? 0))
  return [...Map.groupBy(newestFirst, titleOf)]
}

/** The number that stands for what was uploaded before the first round, or without one. */
export const BASELINE = 0

/** What a round is called: "Round 2 · After review". */
export const roundName = (number: number, summary = '') =>
  number === BASELINE ? 'Earlier uploads' : [`Round ${number}`, summary].filter(Boolean).join(' · ')

/** The review's rounds, newest first, ending with the baseline where there is one. */
export function roundsOf(
  artifacts: Artifact[],
  rounds: Round[],
): { number: number; summary: string; createdAt: string | null }[] {
  const loose = artifacts.some(each =>
    each.revisions.some(one => one.completedAt !== null && one.roundId === null),
  )
  const keyed = rounds.toSorted((a, b) => b.number - a.number)
  return loose ? [...keyed, { number: BASELINE, summary: '', createdAt: null }] : keyed
}

/** The evidence as it stood at a round: what came later is left out. */
export function evidenceAsOf(artifacts: Artifact[], rounds: Round[], number: number): Artifact[] {
  const numberOf = (id: string | null) => rounds.find(each => each.id === id)?.number ?? BASELINE
  return artifacts.flatMap(artifact => {
    const revisions = artifact.revisions.filter(
      each => each.completedAt !== null && numberOf(each.roundId) <= number,
    )
    const currentRevision = revisions.at(-1)
    return currentRevision ? [{ ...artifact, revisions, currentRevision }] : []
  })
}
