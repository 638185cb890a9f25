import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'

/**
 * Returns the revision that a thread was started on; undefined for a thread without an artifact, and if the
 * media of the revision has expired or was deleted.
 */
export function commentedRevision(thread: Thread, artifacts: readonly Artifact[]): Revision | undefined {
  return artifacts
    .find(each => each.id === thread.artifactId)
    ?.revisions.find(each => each.index === thread.revision && each.mediaState === 'active')
}

/**
 * Returns the two revisions that show how an addressed comment was fixed: the revision with the comment, and
 * the latest revision. Null if the comment is not addressed or does not mark a part of an image, if there is
 * no later revision, or if the media of one of the two revisions is missing.
 */
export function fixRevisions(
  thread: Thread,
  artifacts: readonly Artifact[],
): { before: Revision; after: Revision } | null {
  const before = commentedRevision(thread, artifacts)
  const after = artifacts.find(each => each.id === thread.artifactId)?.currentRevision
  if (thread.status !== 'addressed' || !thread.geometry || thread.timestampMs !== null) return null
  if (!before || !after) return null
  return after.index > before.index && after.mediaState === 'active' ? { before, after } : null
}

/**
 * Returns the revision that the stage shows when a thread is opened: the revision with the comment, or the
 * latest one if it shows how the comment was fixed. A person who checks a fix must see the fix. Undefined for
 * a thread without an artifact.
 */
export function openedRevision(thread: Thread, artifacts: readonly Artifact[]): Revision | undefined {
  return (
    fixRevisions(thread, artifacts)?.after ??
    artifacts
      .find(each => each.id === thread.artifactId)
      ?.revisions.find(each => each.index === thread.revision)
  )
}
