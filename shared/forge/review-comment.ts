import { escapeMarkdown, evidencePictures, type EvidencePictures } from '../review/markdown'
import type { Artifact } from '../contract/artifact'
import type { ThreadCounts } from '../contract/kit/fields'
import type { Review } from '../contract/review'
import {
  changesSummary,
  countChanges,
  mayBeCollapsed,
  type ChangeCounts,
  type CollapsibleEvidence,
} from '../review/changes'
import { revisionBefore } from '../review/revision-before'
import type { CommitStatus } from './dialects'
import type { ForgeComment, ForgeComments } from './forge'
import { commitStateOf, reviewState, stateLabels, type ReviewState } from './review-state'

/** A piece of evidence in the comment on a pull request. */
export interface CommentedEvidence extends CollapsibleEvidence {
  title: string
  route: string | null
  /** The pictures of the evidence as Markdown. `after` is empty as long as no revision is complete. */
  pictures: EvidencePictures
  url: string
  revisionIndex: number
  threadCounts: ThreadCounts
}

/** The state of a review that a commit status and a line about the review show. */
export interface ReviewFacts {
  id: string
  title: string
  state: ReviewState
  url: string
  threadCounts: ThreadCounts
  /** The counts of the complete evidence of the review. */
  changes: ChangeCounts
  /**
   * Whether no person needs to look at the review: see {@link isUnchanged}. Only the commit status depends on
   * this.
   */
  passes: boolean
}

/** The review that is shown in the comment on a pull request. */
export interface CommentedReview extends ReviewFacts {
  evidence: readonly CommentedEvidence[]
}

interface ReviewParts {
  review: Pick<Review, 'id' | 'title' | 'status' | 'url' | 'decidedAt' | 'referencesChangedAt'>
  artifacts: readonly Artifact[]
  threadCounts: ThreadCounts
}

/** The rule of a project for reviews that show no change. */
interface PassingRule {
  passesUnchanged: boolean
}

/** Returns the data of a review that is shown on its pull request. */
export function commentedReview(
  { review, artifacts, threadCounts }: ReviewParts,
  { passesUnchanged }: PassingRule = { passesUnchanged: false },
): CommentedReview {
  const { id, title, url } = review
  const evidence = artifacts.map(each => ({
    ...each,
    pictures: evidencePictures({
      ...each,
      // The comment uses URLs that always show the latest revision, because it is not updated for each
      // revision.
      embedUrl: each.latestEmbedUrl,
      posterUrl: each.latestPosterUrl,
      before: revisionBefore(each.revisions, each.currentRevision),
    }),
    revisionIndex: each.currentRevision?.index ?? 1,
  }))
  const passes = passesUnchanged && review.status === 'open' && isUnchanged(artifacts, threadCounts)
  const state = reviewState(review, artifacts)
  return {
    id,
    title,
    state,
    url,
    threadCounts,
    changes: countChanges(completedOf(evidence)),
    evidence,
    passes,
  }
}

/**
 * Returns whether a review shows no change: all of its evidence is complete and looks the same as the
 * evidence that a person accepted, and no comment is open. Addressed comments count as open, because a person
 * still has to check the answer.
 */
const isUnchanged = (artifacts: readonly Artifact[], { open, addressed }: ThreadCounts): boolean =>
  open + addressed === 0 &&
  artifacts.length > 0 &&
  artifacts.every(each => each.status === 'ready' && mayBeCollapsed(each))

/**
 * The maximum number of rows in the table. More rows would make the pull request slow to read and to load.
 */
const MAX_ROWS = 20
/** The maximum number of characters of the comment. Forges accept 65,536. */
const MAX_CHARACTERS = 60_000

/**
 * Returns the invisible marker by which a comment is found. The key is the id of the review, or the key of an
 * answer.
 */
export const markerOf = (key: string) => `<!-- exhibit:${key} -->`

const noPictures: EvidencePictures = { before: '', after: '' }

/**
 * Returns the comment about a review as Markdown: the state of the review and a table of its evidence,
 * without the evidence that looks the same as the accepted revision. The table has at most 20 rows, and the
 * comment has at most 60,000 characters. `pictures` states whether the comment contains pictures. Everyone
 * who can read the pull request can see them.
 */
export function commentBody(review: CommentedReview, { pictures }: { pictures: boolean }): string {
  const completed = completedOf(review.evidence).filter(each => !mayBeCollapsed(each))
  const shown = pictures ? completed : completed.map(each => ({ ...each, pictures: noPictures }))
  for (let rows = Math.min(shown.length, MAX_ROWS); ; rows--) {
    const body = bodyWith(review, shown.slice(0, rows), shown.length - rows)
    if (body.length <= MAX_CHARACTERS || rows === 0) return body
  }
}

const completedOf = (evidence: readonly CommentedEvidence[]) =>
  evidence.filter(each => each.pictures.after !== '')

function bodyWith(review: CommentedReview, shown: CommentedEvidence[], hidden: number): string {
  return [
    markerOf(review.id),
    `### [${escapeMarkdown(review.title)}](${review.url})`,
    factsOf(review).join(' · '),
    ...(shown.length > 0 ? [table(shown)] : []),
    ...(hidden > 0 ? [`[${hidden} more](${review.url})`] : []),
    `[Annotate and comment](${review.url})`,
  ].join('\n\n')
}

/** Returns the state of a review in words, its changes, and its counts of open and addressed comments. */
export function factsOf(review: ReviewFacts): string[] {
  const { open, addressed } = review.threadCounts
  // In a verified review, all evidence is accepted, so no changes are counted.
  const changes = review.state === 'verified' ? '' : changesSummary(review.changes)
  return [
    stateLabels[review.state],
    ...(changes === '' ? [] : [changes]),
    ...(open > 0 ? [`${open} open`] : []),
    ...(addressed > 0 ? [`${addressed} addressed`] : []),
  ]
}

/**
 * Returns a table with one row for each piece of evidence. The column for the state before a change exists
 * only if at least one piece of evidence has such a picture.
 */
function table(shown: CommentedEvidence[]): string {
  const isPaired = shown.some(each => each.pictures.before !== '')
  const head = isPaired ? ['| Before | After | |', '|---|---|---|'] : ['| Evidence | |', '|---|---|']
  return [...head, ...shown.map(each => row(each, isPaired))].join('\n')
}

function row(evidence: CommentedEvidence, isPaired: boolean): string {
  const { title, route, pictures, url, revisionIndex, threadCounts } = evidence
  const facts = [
    route && escapeMarkdown(route),
    revisionIndex > 1 && `revision ${revisionIndex}`,
    threadCounts.open > 0 && `${threadCounts.open} open`,
  ].filter(Boolean)
  const cell = [`**[${escapeMarkdown(title)}](${url})**`, ...facts].join('<br>')
  const cells = [...(isPaired ? [pictures.before] : []), pictures.after, cell]
  return `| ${cells.join(' | ')} |`
}

/** Returns the commit status for a review. */
export function commitStatusOf(review: ReviewFacts): CommitStatus {
  const { url } = review
  if (review.passes) return { state: 'success', description: factsOf(review).slice(1).join(', '), url }
  return { state: commitStateOf[review.state], description: factsOf(review).join(', '), url }
}

/** The result of {@link writeComment}. */
export interface WrittenComment {
  /** `deleted`: a person has deleted the comment, so it was not written again. */
  outcome: 'created' | 'updated' | 'unchanged' | 'deleted'
  id: number
  /**
   * The number of duplicate comments with the marker that were deleted. Duplicates exist if two jobs created
   * a comment at the same time.
   */
  removed: number
}

/**
 * Ensures that a pull request has exactly one comment with the marker of a key by the user of the token.
 * Updates the oldest comment, because an update sends no notifications, and deletes the other ones. If there
 * is none, creates one, unless `writtenId` shows that there was a comment before. Comments of other users are
 * never changed, even if they start with the same marker.
 */
export async function writeComment(
  comments: ForgeComments,
  key: string,
  body: string,
  writtenId: number | null = null,
): Promise<WrittenComment> {
  const listMarked = () => comments.list(markerOf(key))
  const [oldest, ...others] = await ownOf(comments, await listMarked(), writtenId)
  if (oldest && (oldest.body === body || (await comments.update(oldest.id, body)))) {
    for (const each of others) await comments.remove(each.id)
    const outcome = oldest.body === body ? 'unchanged' : 'updated'
    return { outcome, id: oldest.id, removed: others.length }
  }
  if (writtenId !== null) return { outcome: 'deleted', id: writtenId, removed: 0 }
  const created = await comments.create(body)
  // The comments are listed again, because another job may have created a comment at the same time.
  const [first = created, ...later] = (await listMarked()).filter(each => each.author === created.author)
  if (first.body !== body) await comments.update(first.id, body)
  for (const each of later) await comments.remove(each.id)
  return { outcome: 'created', id: first.id, removed: later.length }
}

/**
 * Returns the comments that were written by the user of the token. If the comment `writtenId` is among them,
 * its author is that user, and no request is needed to find out who the user is.
 */
async function ownOf(
  comments: ForgeComments,
  marked: ForgeComment[],
  writtenId: number | null,
): Promise<ForgeComment[]> {
  const written = marked.find(each => each.id === writtenId)
  if (written) return marked.filter(each => each.id === writtenId || each.author === written.author)
  const own: ForgeComment[] = []
  for (const each of marked) if (await comments.isOwn(each)) own.push(each)
  return own
}
