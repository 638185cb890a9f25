import { shapeOf } from '#shared/annotation/shapes'
import { parseStored } from '~/ui/page/device-storage'
import { hasDraft, readDraftText, saveDraftText } from '~/ui/page/use-draft-text'
import type { Draft } from '~/review-state/use-draft'

/** The number of names that are searched for unfinished comments of an artifact. */
const SLOTS = 10

/**
 * Returns the suffix of the names under which an unfinished comment is stored. The first unfinished comment
 * of an artifact has no suffix.
 */
const slotSuffix = (slot = 0) => (slot === 0 ? '' : String(slot))
const revisionSuffix = (revisionId: string) => `-${revisionId}`

/**
 * For a comment whose form is next to its image or video, returns the suffix of the names under which the
 * comment is stored. Returns undefined for other comments.
 */
function suffixOf({ shape, slot, hasOwnForm, revisionId }: Draft): string | undefined {
  if (shape) return slotSuffix(slot)
  return hasOwnForm ? revisionSuffix(revisionId) : undefined
}

/**
 * Returns whether two drafts are the same comment, so that both store their text under the same name. Only
 * for drafts whose forms are next to the image.
 */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  one.revisionId === other.revisionId && suffixOf(one) === suffixOf(other)

/** Returns the name under which the text of a comment is stored. */
export function draftName(reviewId: string, draft: Draft | null): string {
  if (draft === null) return `${reviewId}:review`
  const suffix = suffixOf(draft)
  const moment = draft.timestampMs === null ? [] : ['moment']
  return [reviewId, ...(suffix === undefined ? moment : [`spot${suffix}`]), draft.artifactId].join(':')
}

/**
 * Returns the name under which the position of a comment is stored. Only for comments whose forms are next to
 * the image.
 */
const placeName = (reviewId: string, suffix: string, artifactId: string) =>
  `${reviewId}:place${suffix}:${artifactId}`

/**
 * Returns a regular expression that matches the names under which the positions of a review's comments are
 * stored.
 */
export const placeNames = (reviewId: string) => new RegExp(`^${placeName(reviewId, '[^:]*', '')}`)

/** A revision that is shown on the page. */
interface Shown {
  artifact: { id: string }
  revision: { id: string }
}

/**
 * Stores the position of a comment that is being written (its revision, shapes and video time), if its form
 * is next to the image. The text is stored separately.
 */
export function storeDraftPlace(reviewId: string, draft: Draft): void {
  const suffix = suffixOf(draft)
  if (suffix !== undefined)
    saveDraftText(placeName(reviewId, suffix, draft.artifactId), JSON.stringify(draft))
}

/**
 * Returns the position of a comment that is stored under a name; undefined if no valid position is stored.
 */
export const readDraftPlace = (name: string): Draft | undefined => parseStored(readDraftText(name), isDraft)

const isDraft = ({ artifactId, revisionId, timestampMs, shape, more }: Draft) =>
  [artifactId, revisionId].every(each => typeof each === 'string') &&
  (timestampMs === null || Number.isFinite(timestampMs)) &&
  [shape ?? [], more ?? []].flat().every(each => shapeOf(each) !== null)

/**
 * Opens the form of an unfinished comment again: after a reload, when its revision is shown again, and when
 * another form is closed. `shown`: the revisions whose images or videos are shown.
 */
export function useDraftRecovery(shown: () => readonly Shown[]): void {
  const { id } = useReviewSource()
  const { draft, open } = useDraft()
  const { threadId } = useThreadSelection()

  /**
   * Returns the unfinished comment that is stored for a revision under a suffix; undefined if there is none.
   */
  function readUnfinished({ artifact, revision }: Shown, suffix: string): Draft | undefined {
    const stored = readDraftPlace(placeName(id, suffix, artifact.id))
    return stored?.revisionId === revision.id && hasDraft(draftName(id, stored))
      ? { ...stored, restored: true }
      : undefined
  }

  /**
   * Opens the first unfinished comment. `closed`: the comment whose form was just closed; it is skipped,
   * because it may have been sent.
   */
  function restore(closed?: Draft | null) {
    if (draft.value) return
    const slots = Array.from({ length: SLOTS }, (_, slot) => slotSuffix(slot))
    for (const each of shown()) {
      for (const suffix of [...slots, revisionSuffix(each.revision.id)]) {
        const unfinished = readUnfinished(each, suffix)
        if (unfinished && !(closed && isSameDraft(unfinished, closed))) return open(unfinished)
      }
    }
  }

  onMounted(() => {
    watch(
      () =>
        shown()
          .map(each => each.revision.id)
          .join(),
      () => restore(),
      { immediate: true, flush: 'post' },
    )
    // Opens no form while the person reads another comment, because the form might cover this comment.
    watch(draft, (now, before) => now || threadId.value || restore(before), { flush: 'post' })
  })
}
