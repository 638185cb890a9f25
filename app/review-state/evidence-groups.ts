import type { Artifact } from '#shared/contract/artifact'
import type { Round } from '#shared/contract/review'
import { changesSummary, countChanges, mayBeCollapsed } from '#shared/review/changes'
import { text } from '~/text/evidence'

/**
 * Groups evidence for the filmstrip. If some of it was compared with accepted evidence, the groups are:
 * changed evidence, new evidence, evidence that was not compared, unchanged evidence that has to be seen, and
 * other unchanged evidence. Otherwise the groups are the evidence of the newest round and older evidence;
 * without rounds, these are one group. In a group, the newest round is first, then the evidence that changed
 * most. The variations of a screen follow each other. Returns the title and the members of each group that is
 * not empty.
 */
export function groupEvidence(
  artifacts: Artifact[],
  rounds: Round[],
): [title: string, members: Artifact[]][] {
  const roundOf = ({ currentRevision }: Artifact) =>
    rounds.find(each => each.id === currentRevision?.roundId)?.number ?? BASELINE
  const newest = Math.max(BASELINE, ...artifacts.map(roundOf))
  const roundTitle = (artifact: Artifact) => {
    if (newest === BASELINE) return text.groups.evidence
    return roundOf(artifact) === newest ? text.groups.thisRound : text.groups.earlier
  }
  // A moved block counts as much as one percent of changed pixels, because the changed percentage does not
  // include the pixels of moved blocks.
  const change = ({ currentRevision }: Artifact) =>
    (currentRevision?.baseline?.changedPercent ?? 0) + (currentRevision?.baseline?.moved ?? 0)
  const sorted = artifacts.toSorted((a, b) => roundOf(b) - roundOf(a) || change(b) - change(a))
  const { evidence, thisRound, earlier } = text.groups
  const [titleOf, titles] = hasAcceptedScreen(artifacts)
    ? [changeTitles(artifacts), changeOrder()]
    : [roundTitle, [evidence, thisRound, earlier]]
  const groups = Map.groupBy(sorted, titleOf)
  return titles.flatMap(title => {
    const members = groups.get(title)
    return members ? [[title, besideVariations(members)]] : []
  })
}

/** Returns whether some of the evidence was compared with a screen that a person accepted before. */
const hasAcceptedScreen = (artifacts: readonly Artifact[]) => changesSummary(countChanges(artifacts)) !== ''

/** The titles of the groups of compared evidence, in the order of the filmstrip. */
const changeOrder = () => {
  const { changed, added, notCompared, sameToLookAt, same } = text.groups
  return [changed, added, notCompared, sameToLookAt, same]
}

/**
 * Returns a function that returns the title of an artifact's group. All variations of a screen are in the
 * first group to which one of them belongs.
 */
function changeTitles(artifacts: readonly Artifact[]): (of: Artifact) => string {
  const { changed, added, notCompared, sameToLookAt, same } = text.groups
  const ownTitle = (artifact: Artifact) => {
    const status = artifact.currentRevision?.baseline?.status ?? 'expired'
    const unchanged = artifact.variationGroup === null && mayBeCollapsed(artifact) ? same : sameToLookAt
    return { changed, new: added, expired: notCompared, same: unchanged }[status]
  }
  const variations = Map.groupBy(artifacts, each => each.variationGroup)
  return artifact => {
    if (artifact.variationGroup === null) return ownTitle(artifact)
    const titles = (variations.get(artifact.variationGroup) ?? []).map(ownTitle)
    return changeOrder().find(each => titles.includes(each)) ?? ownTitle(artifact)
  }
}

/** Moves the variations of each variation group directly behind the first one of the group. */
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
