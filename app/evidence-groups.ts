import type { Artifact } from '#shared/contract/artifact'
import type { Round } from '#shared/contract/review'

/**
 * Evidence as the filmstrip shows it: variations of one group together, the rest by the round of its present revision,
 * newest round first. Titles with their members.
 */
export function groupEvidence(artifacts: Artifact[], rounds: Round[]): [title: string, members: Artifact[]][] {
  const roundOf = (artifact: Artifact) => rounds.find(each => each.id === artifact.currentRevision?.roundId)
  const titleOf = (artifact: Artifact) => {
    if (artifact.variationGroup !== null) return `Variations · ${artifact.variationGroup}`
    const round = roundOf(artifact)
    if (round) return [`Round ${round.number}`, round.summary].filter(Boolean).join(' · ')
    return rounds.length > 0 ? 'Earlier uploads' : 'Evidence'
  }
  const newestFirst = artifacts.toSorted((a, b) => (roundOf(b)?.number ?? 0) - (roundOf(a)?.number ?? 0))
  return [...Map.groupBy(newestFirst, titleOf)]
}
