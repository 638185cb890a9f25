import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import { formatTimecode } from '~/annotation/time'

/** What the stage shows. */
interface Stage {
  artifacts: readonly Artifact[]
  artifact: Artifact | undefined
  revision: Revision | undefined
}

/** The revision a thread was started on; undefined without an artifact, or when its media has expired. */
export function commentedRevision(thread: Thread, artifacts: readonly Artifact[]): Revision | undefined {
  return artifacts
    .find(each => each.id === thread.artifactId)
    ?.revisions.find(each => each.index === thread.revision && each.mediaState === 'active')
}

/**
 * Describes where a thread is: "Checkout · at 0:07.250 · on r2". Leaves out what the stage or the heading
 * above already shows; may be empty.
 */
export function threadPlace(
  thread: Thread,
  { artifacts, artifact, revision }: Stage,
  underTitle: boolean,
): string {
  if (thread.artifactId === null) return underTitle ? '' : 'On the whole review'
  const isElsewhere = thread.artifactId !== artifact?.id
  const latest = artifacts.find(each => each.id === thread.artifactId)?.currentRevision
  const shownIndex = isElsewhere ? latest?.index : revision?.index
  return [
    isElsewhere && !underTitle && thread.artifact?.title,
    thread.timestampMs !== null && `at ${formatTimecode(thread.timestampMs)}`,
    thread.kind === 'artifact' && 'on the whole image',
    thread.revision !== shownIndex && `on r${thread.revision}`,
  ]
    .filter(Boolean)
    .join(' · ')
}

/**
 * The revisions that show how an addressed comment was fixed: the one it was made on and the latest. Null
 * unless both have media and the comment marks a spot.
 */
export function fixRevisions(
  thread: Thread,
  artifacts: readonly Artifact[],
): { before: Revision; after: Revision } | null {
  const before = commentedRevision(thread, artifacts)
  const after = artifacts.find(each => each.id === thread.artifactId)?.currentRevision
  if (thread.status !== 'addressed' || !thread.geometry || !before || !after) return null
  return after.index > before.index && after.mediaState === 'active' ? { before, after } : null
}
