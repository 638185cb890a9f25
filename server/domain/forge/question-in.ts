import { z } from 'zod'
import { dialects, type ForgeKind, type Repository } from '#shared/forge/dialects'

/** A comment in a pull request that asks for the state of its reviews. */
export interface Question {
  pullRequest: number
  commentId: number
}

/** The text with which a comment asks, alone on its first line. */
const COMMAND = '/exhibit'

/** The largest integer that a 32-bit column can store. */
const pullRequest = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const commentId = z.int().min(1)

/**
 * The event `issue_comment` of GitHub, Gitea and Forgejo. `pull_request` is missing or null for an issue that
 * is not a pull request: https://docs.github.com/en/webhooks/webhook-events-and-payloads#issue_comment.
 */
const IssueComment = z.object({
  action: z.literal('created'),
  issue: z.object({ number: pullRequest, pull_request: z.object({}) }),
  comment: z.object({
    id: commentId,
    body: z.string(),
    user: z.object({ id: z.int(), type: z.string().optional() }).nullish(),
  }),
  repository: z.object({ full_name: z.string() }),
})

/**
 * The comment event of GitLab. Older versions send no `action`:
 * https://docs.gitlab.com/user/project/integrations/webhook_events/#comment-events.
 */
const Note = z.object({
  object_kind: z.literal('note'),
  object_attributes: z.object({
    id: commentId,
    note: z.string(),
    noteable_type: z.literal('MergeRequest'),
    action: z.literal('create').optional(),
  }),
  merge_request: z.object({ iid: pullRequest }),
  project: z.object({ path_with_namespace: z.string() }),
})

/**
 * Returns the question in an event of a forge. Returns null for every other event: of another kind, of an
 * issue, of another repository, of a bot, or of a comment with another text. The comments of Exhibit begin
 * with a marker, so they never ask.
 */
export function questionIn(
  kind: ForgeKind,
  { repository }: Pick<Repository, 'repository'>,
  event: unknown,
): Question | null {
  const found = kind === 'gitlab' ? noteIn(event) : commentIn(kind, event)
  if (found?.repository.toLowerCase() !== repository.toLowerCase()) return null
  const [first = ''] = found.body.trim().split('\n', 1)
  return first.trim() === COMMAND ? { pullRequest: found.pullRequest, commentId: found.commentId } : null
}

type FoundComment = Question & { body: string; repository: string }

function noteIn(event: unknown): FoundComment | null {
  const { data } = Note.safeParse(event)
  if (!data) return null
  return {
    pullRequest: data.merge_request.iid,
    commentId: data.object_attributes.id,
    body: data.object_attributes.note,
    repository: data.project.path_with_namespace,
  }
}

function commentIn(kind: ForgeKind, event: unknown): FoundComment | null {
  const { data } = IssueComment.safeParse(event)
  if (!data || dialects[kind].isByBot(data.comment)) return null
  return {
    pullRequest: data.issue.number,
    commentId: data.comment.id,
    body: data.comment.body,
    repository: data.repository.full_name,
  }
}
