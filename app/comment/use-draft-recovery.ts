import { hasDraft, readDraftText, saveDraftText } from '~/ui/page/use-draft-text'
import type { Draft } from '~/review-state/use-draft'

/** The number of half-written comments of an artifact that are looked for. */
const SLOTS = 10

/** The suffix that the stored names of a half-written comment have, unless it is the first one. */
const slotSuffix = (slot = 0) => (slot === 0 ? '' : String(slot))
const revisionSuffix = (revisionId: string) => `-${revisionId}`

/** The suffix of the stored names of a comment with a box next to its image; undefined for other comments. */
function suffixOf({ shape, slot, isBeside, revisionId }: Draft): string | undefined {
  if (shape) return slotSuffix(slot)
  return isBeside ? revisionSuffix(revisionId) : undefined
}

/** Whether two drafts with a box are one comment, whose text is stored once. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  one.revisionId === other.revisionId && suffixOf(one) === suffixOf(other)

/** The name under which the text of a comment is stored. */
export function draftName(reviewId: string, draft: Draft | null): string {
  if (draft === null) return `${reviewId}:review`
  const suffix = suffixOf(draft)
  const moment = draft.timestampMs === null ? [] : ['moment']
  return [reviewId, ...(suffix === undefined ? moment : [`spot${suffix}`]), draft.artifactId].join(':')
}

/** The name under which the place of a comment with a box is stored. */
const placeName = (reviewId: string, suffix: string, artifactId: string) =>
  `${reviewId}:place${suffix}:${artifactId}`

/** Matches the names under which the places of a review's comments are stored. */
export const placeNames = (reviewId: string) => new RegExp(`^${placeName(reviewId, '[^:]*', '')}`)

/** A revision that is shown on the page. */
interface Shown {
  artifact: { id: string }
  revision: { id: string }
}

/** Stores the place of a comment with a box while it is written. Its text is stored separately. */
export function storeDraftPlace(reviewId: string, draft: Draft): void {
  const suffix = suffixOf(draft)
  if (suffix !== undefined)
    saveDraftText(placeName(reviewId, suffix, draft.artifactId), JSON.stringify(draft))
}

/**
 * Opens the box of a half-written comment after a reload, when its revision is shown again, and when another
 * box is closed. `shown`: the revisions whose images or videos are shown.
 */
export function useDraftRecovery(shown: () => readonly Shown[]): void {
  const { id } = useReviewSource()
  const { draft, open } = useDraft()
  const { threadId } = useThreadSelection()

  /** Returns the comment that was left on the revision under this suffix. */
  function readLeft({ artifact, revision }: Shown, suffix: string): Draft | undefined {
    const stored = readDraftText(placeName(id, suffix, artifact.id))
    if (stored === '') return
    const left = { ...(JSON.parse(stored) as Draft), restored: true }
    return left.revisionId === revision.id && hasDraft(draftName(id, left)) ? left : undefined
  }

  /** `closed`: the comment whose box was closed just now. It may be sent already. */
  function restore(closed?: Draft | null) {
    if (draft.value) return
    const slots = Array.from({ length: SLOTS }, (_, slot) => slotSuffix(slot))
    for (const each of shown()) {
      for (const suffix of [...slots, revisionSuffix(each.revision.id)]) {
        const left = readLeft(each, suffix)
        if (left && !(closed && isSameDraft(left, closed))) return open(left)
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
    // Not while another comment is read: it may be below the box.
    watch(draft, (now, before) => now || threadId.value || restore(before), { flush: 'post' })
  })
}
