import type { Artifact } from '#shared/contract/artifact'
import type { Round } from '#shared/contract/review'
import { mayBeFolded } from '#shared/review/changes'
import { text } from '~/text/evidence'

/**
 * Groups evidence for the filmstrip: evidence of the newest round, older evidence, and evidence that looks as
 * a person accepted it and has no open comment. Without rounds, the first two are one group. In a group, the
 * newest round is first, then the evidence that changed most; the variations of a group follow each other.
 * Returns the title and the members of each group that is not empty.
 */
export function groupEvidence(
  artifacts: Artifact[],
  rounds: Round[],
): [title: string, members: Artifact[]][] {
  const roundOf = ({ currentRevision }: Artifact) =>
    rounds.find(each => each.id === currentRevision?.roundId)?.number ?? BASELINE
  const newest = Math.max(BASELINE, ...artifacts.map(roundOf))
  const titleOf = (artifact: Artifact) => {
    if (isSame(artifact)) return text.groups.same
    if (newest === BASELINE) return text.groups.evidence
    return roundOf(artifact) === newest ? text.groups.thisRound : text.groups.earlier
  }
  const isSame = (artifact: Artifact) => artifact.variationGroup === null && mayBeFolded(artifact)
  const changedPercent = ({ currentRevision }: Artifact) => currentRevision?.baseline?.changedPercent ?? 0
  const sorted = artifacts.toSorted(
    (a, b) =>
      Number(isSame(a)) - Number(isSame(b)) ||
      roundOf(b) - roundOf(a) ||
      changedPercent(b) - changedPercent(a),
  )
  return [...Map.groupBy(sorted, titleOf)].map(([title, members]) => [title, besideVariations(members)])
}

/** Moves the variations of a group behind the first of them. */
const besideVariations = (artifacts: Artifact[]): Artifact[] =>
  [...Map.groupBy(artifacts, ({ variationGroup, id }) => variationGroup ?? id).values()].flat()

/** The round number of uploads that belong to no round. They are shown as a round before the first one. */
export const BASELINE = 0

/** Returns the display name of a round: "Round 2 · After review". */
export const roundName = (number: number, summary = '') =>
  number === BASELINE
    ? text.groups.baseline
    : [text.groups.round(number), summary].filter(Boolean).join(' · ')

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
