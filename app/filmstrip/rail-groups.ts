import type { Artifact } from '#shared/contract/artifact'
import { mayBeFolded } from '#shared/review/changes'
import { text } from '~/text/evidence'

/**
 * Groups evidence for the rail next to a comparison: evidence that differs from the accepted revision,
 * largest share first; new evidence; evidence that was not compared; and evidence that looks the same.
 * Returns the title and the members of each group that is not empty.
 */
export function railGroups(artifacts: readonly Artifact[]): [title: string, members: Artifact[]][] {
  const { rail, same } = text.groups
  const titleOf = (artifact: Artifact) => {
    if (mayBeFolded(artifact)) return same
    const { status } = artifact.currentRevision?.baseline ?? {}
    return status === 'changed' ? rail.changed : status === 'new' ? rail.added : rail.other
  }
  const order = [rail.changed, rail.added, rail.other, same]
  const share = ({ currentRevision }: Artifact) => currentRevision?.baseline?.changedPercent ?? 0
  const groups = Map.groupBy(
    artifacts.toSorted((a, b) => share(b) - share(a)),
    titleOf,
  )
  return order.flatMap(title => {
    const members = groups.get(title)
    return members ? [[title, members]] : []
  })
}
