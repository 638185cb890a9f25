import type { Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { Thread } from '#shared/contract/thread'
import { isCompared, knownChanges } from '~/difference/known-changes'
import { commentedRevision } from '~/review-state/fix-revisions'
import { carriedShapes, isSameWidth } from './carried-shapes'

/** Finds the spots of comments on later revisions than the commented one. */
export function useCarriedSpots() {
  const { artifacts, latestRevision } = useSelection()

  /** The revision with the comment and a later one; null if their content cannot be compared. */
  function revisionsOf(thread: Thread, after: Revision) {
    const before = commentedRevision(thread, artifacts.value)
    return before?.embedUrl && after.embedUrl && before.index < after.index && isSameWidth({ before, after })
      ? { before, after, urls: [before.embedUrl, after.embedUrl] as const }
      : null
  }
  /** Returns the shapes of a comment on a later revision; null if their place is not known there. */
  function carriedTo(revision: Revision, thread: Thread): Shape[] | null {
    const revisions = revisionsOf(thread, revision)
    if (!revisions) return null
    const isLatest = revision.id === latestRevision.value?.id
    // The server compares the spot with the latest revision.
    const known = { ...thread, markChanged: isLatest ? thread.markChanged : null }
    return carriedShapes(known, revisions, knownChanges(...revisions.urls))
  }
  /** Returns the URLs of the images whose comparison can find the spot; undefined if it cannot be found. */
  function urlsToCompare(revision: Revision, thread: Thread): readonly [string, string] | undefined {
    if (!thread.geometry || thread.timestampMs !== null || carriedTo(revision, thread)) return undefined
    return revisionsOf(thread, revision)?.urls
  }
  /** Returns whether a comparison that has not ended may find the spot of a comment on a later revision. */
  function isUnknown(revision: Revision, thread: Thread): boolean {
    const urls = urlsToCompare(revision, thread)
    return urls !== undefined && !isCompared(...urls)
  }
  /**
   * Returns the shapes of a comment while a comparison may find their place on a later revision: at the place
   * that they have if nothing changed there. Returns null for other comments.
   */
  function assumedOn(revision: Revision, thread: Thread): Shape[] | null {
    const revisions = isUnknown(revision, thread) ? revisionsOf(thread, revision) : null
    return revisions && carriedShapes({ ...thread, markChanged: false }, revisions, undefined)
  }
  return { carriedTo, urlsToCompare, isUnknown, assumedOn }
}
