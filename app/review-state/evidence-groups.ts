import type { Artifact } from '#shared/contract/artifact'
import type { Round } from '#shared/contract/review'
import { mayBeFolded } from '#shared/review/changes'
import { text } from '~/text/evidence'

/**
 * Groups evidence for the filmstrip. Variations are grouped by their variation group, other artifacts by the
 * round of their current revision, newest round first. What looks as a person accepted it, without an open
 * comment, is the last group. What changed most is the first in its group. Returns the title and the members
 * of each group.
 */
export function groupEvidence(
  artifacts: Artifact[],
  rounds: Round[],
): [title: string, members: Artifact[]][] {
  const roundOf = (artifact: Artifact) => rounds.find(each => each.id === artifact.currentRevision?.roundId)
  const titleOf = (artifact: Artifact) => {
    if (isSame(artifact)) return text.groups.same
    if (artifact.variationGroup !== null) return text.groups.variations(artifact.variationGroup)
    const round = roundOf(artifact)
    return round || rounds.length > 0
      ? roundName(round?.number ?? BASELINE, round?.summary)
      : text.groups.evidence
  }
  const isSame = (artifact: Artifact) => artifact.variationGroup === null && mayBeFolded(artifact)
  const changedPercent = ({ currentRevision }: Artifact) => currentRevision?.baseline?.changedPercent ?? 0
  const sorted = artifacts.toSorted(
    (a, b) =>
      Number(isSame(a)) - Number(isSame(b)) ||
      (roundOf(b)?.number ?? 0) - (roundOf(a)?.number ?? 0) ||
      changedPercent(b) - changedPercent(a),
  )
  return [...Map.groupBy(sorted, titleOf)]
}

/** The round number of uploads that belong to no round. They are shown as a round before the first one. */
export const BASELINE = 0

/** Returns the display name of a round: "Round 2 · After review". */
export const roundName = (number: number, summary = '') =>
  number === BASELINE ? text.groups.earlier : [text.groups.round(number), summary].filter(Boolean).join(' · ')

/**
 * Returns the rounds of a review, newest first. If there are revisions without a round, the last element is
 * {@link BASELINE}.
 */
export function roundsOf(
  artifacts: Artifact[],
  rounds: Round[],
): { number: number; summary: string; createdAt: string | null }[] {
  const hasBaseline = artifacts.some(each =>
    each.revisions.some(one => one.completedAt !== null && one.roundId === null),
  )
  const sorted = rounds.toSorted((a, b) => b.number - a.number)
  return hasBaseline ? [...sorted, { number: BASELINE, summary: '', createdAt: null }] : sorted
}

/** Returns the evidence as it was at a round, without later revisions and artifacts. */
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
