import { escapeMarkdown } from '../markdown'
import type { ThreadCounts } from '../contract/kit/fields'
import type { ReviewStatus } from '../contract/review-status'
import type { ForgeComments } from './forge'

/** The evidence that the comment shows. */
export interface CommentedEvidence {
  title: string
  route: string | null
  /** The Markdown of the artifact: a linked picture. Empty before its first revision is complete. */
  markdown: string
  url: string
  revisionIndex: number
  threadCounts: ThreadCounts
}

/** The review that the comment is about. */
export interface CommentedReview {
  id: string
  title: string
  status: ReviewStatus
  url: string
  threadCounts: ThreadCounts
  evidence: readonly CommentedEvidence[]
}

/** More rows make a pull request slow to read and to load. */
const MAX_ROWS = 20
/** Forges take 65,536 characters. */
const MAX_CHARACTERS = 60_000

const statusLabels: Record<ReviewStatus, string> = {
  open: 'Waiting for a reviewer',
  changes_requested: 'Changes requested',
  verified: 'Verified',
}

/** Marks the comment of a review, invisibly: the comment is found by it. */
const markerOf = (reviewId: string) => `<!-- exhibit:${reviewId} -->`

/**
 * Returns the comment about a review as Markdown: its state and a table of its evidence, of at most 20 rows
 * and 60,000 characters.
 */
export function commentBody(review: CommentedReview): string {
  const shown = review.evidence.filter(each => each.markdown !== '')
  for (let rows = Math.min(shown.length, MAX_ROWS); ; rows--) {
    const body = bodyWith(review, shown.slice(0, rows), shown.length - rows)
    if (body.length <= MAX_CHARACTERS || rows === 0) return body
  }
}

function bodyWith(review: CommentedReview, shown: CommentedEvidence[], hidden: number): string {
  const { open, addressed } = review.threadCounts
  const facts = [
    statusLabels[review.status],
    open > 0 && `${open} open`,
    addressed > 0 && `${addressed} addressed`,
  ].filter(Boolean)
  const rows = shown.map(row)
  return [
    markerOf(review.id),
    `### [${escapeMarkdown(review.title)}](${review.url})`,
    facts.join(' · '),
    ...(rows.length > 0 ? [['| Evidence | |', '|---|---|', ...rows].join('\n')] : []),
    ...(hidden > 0 ? [`[${hidden} more](${review.url})`] : []),
    `[Annotate and comment](${review.url})`,
  ].join('\n\n')
}

function row({ title, route, markdown, url, revisionIndex, threadCounts }: CommentedEvidence): string {
  const facts = [
    route && escapeMarkdown(route),
    revisionIndex > 1 && `revision ${revisionIndex}`,
    threadCounts.open > 0 && `${threadCounts.open} open`,
  ].filter(Boolean)
  const cell = [`**[${escapeMarkdown(title)}](${url})**`, ...facts].join('<br>')
  return `| ${markdown} | ${cell} |`
}

/** What became of the comment. */
export interface WrittenComment {
  outcome: 'created' | 'updated' | 'unchanged'
  id: number
  /** Comments about the same review that were deleted: two jobs at once may each make one. */
  removed: number
}

/**
 * Makes a pull request have exactly one comment about a review: changes the oldest, which sends no
 * notification, and deletes others. Creates it if there is none.
 */
export async function writeComment(
  comments: ForgeComments,
  reviewId: string,
  body: string,
): Promise<WrittenComment> {
  const isOurs = (each: { body: string }) => each.body.startsWith(markerOf(reviewId))
  const before = (await comments.list()).filter(isOurs)
  const outcome = await writeFirst(comments, before[0], body)
  // Read again: another job may have created one at the same time.
  const [oldest, ...others] = outcome === 'created' ? (await comments.list()).filter(isOurs) : before
  if (outcome === 'created' && oldest && oldest.body !== body) await comments.update(oldest.id, body)
  for (const each of others) await comments.remove(each.id)
  return { outcome, id: oldest?.id ?? 0, removed: others.length }
}

async function writeFirst(
  comments: ForgeComments,
  oldest: { id: number; body: string } | undefined,
  body: string,
): Promise<WrittenComment['outcome']> {
  if (oldest?.body === body) return 'unchanged'
  if (oldest && (await comments.update(oldest.id, body))) return 'updated'
  await comments.create(body)
  return 'created'
}
