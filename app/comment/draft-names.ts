import type { Draft } from '~/review-state/use-draft'

// The names under which this device stores the texts and positions of comments that are not sent yet. A
// comment whose form is next to its image or video has a suffix, so that an artifact can have several.

/** The number of names that are searched for unfinished comments of an artifact. */
const SLOTS = 10

/** Returns the suffix of a comment with shapes. The first unfinished comment of an artifact has no suffix. */
const slotSuffix = (slot = 0) => (slot === 0 ? '' : String(slot))
/** Returns the suffix of a comment on a whole revision. */
const revisionSuffix = (revisionId: string) => `-${revisionId}`

/** Returns the suffix of a comment whose form is next to its image or video; undefined for other comments. */
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

/** Returns the name under which the comment that goes with a verdict is stored. */
export const verdictDraftName = (reviewId: string): string => `verdict:${reviewId}`

const placeName = (reviewId: string, suffix: string, artifactId: string) =>
  `${reviewId}:place${suffix}:${artifactId}`

/**
 * Returns the name under which the position of a comment is stored; undefined if its form is not next to the
 * image.
 */
export function placeNameOf(reviewId: string, draft: Draft): string | undefined {
  const suffix = suffixOf(draft)
  return suffix === undefined ? undefined : placeName(reviewId, suffix, draft.artifactId)
}

/** Returns the names under which the positions of unfinished comments on a revision may be stored. */
export const placeNamesOn = (reviewId: string, artifactId: string, revisionId: string): string[] =>
  [...Array.from({ length: SLOTS }, (_, slot) => slotSuffix(slot)), revisionSuffix(revisionId)].map(suffix =>
    placeName(reviewId, suffix, artifactId),
  )

/** Returns a regular expression that matches the names of the positions of all comments of a review. */
export const placeNamesOfReview = (reviewId: string): RegExp =>
  new RegExp(`^${placeName(reviewId, '[^:]*', '')}`)
