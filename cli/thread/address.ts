import { ApiError, type ApiResponse } from '#shared/client'
import { onOneLine } from '#shared/text/printable'
import type { Api } from '../api'
import { programName } from '../package-info'
import type { Reply } from './replies'

type Thread = ApiResponse<'GET /v1/threads/{id}'>
type AddressedThread = ApiResponse<'POST /v1/threads/{id}/address'>

/**
 * Warnings for the agent that marks a thread addressed: the warnings of the server, and `no_new_revision` if
 * the evidence has no revision after the last comment.
 */
export type Warning =
  | NonNullable<AddressedThread['warnings']>[number]
  | { code: 'no_new_revision'; threadId: string; message: string }

/**
 * Marks a thread addressed, with an optional comment. A retry adds no second comment. Warns if the evidence
 * has no later revision that shows the change. If the token lacks `feedback:read`, this cannot be checked,
 * and there is no warning.
 */
export async function addressThread(
  api: Api,
  { threadId: id, body }: Reply,
): Promise<Thread & { warnings: Warning[] }> {
  const present = await unlessForbidden(api.call('GET /v1/threads/{id}', { params: { id } }))
  const warnings = present && !(await isRevised(api, present)) ? [noNewRevision(present)] : []
  const thread = await api.call('POST /v1/threads/{id}/address', {
    params: { id },
    body: { body, once: true },
  })
  return { ...thread, warnings: [...warnings, ...(thread.warnings ?? [])] }
}

/**
 * Returns whether the evidence of an open thread has a revision that is newer than the last comment of a
 * person. Also returns true if the thread is not on evidence, or is not open.
 */
async function isRevised(
  api: Api,
  { status, artifactId, reviewId: id, comments, createdAt }: Thread,
): Promise<boolean> {
  if (status !== 'open' || artifactId === null) return true
  const { artifacts } = await api.call('GET /v1/reviews/{id}', { params: { id } })
  const since = comments.findLast(each => each.author.type !== 'agent')?.createdAt ?? createdAt
  const revisions = artifacts.find(each => each.id === artifactId)?.revisions ?? []
  // ISO 8601 times with the same precision can be compared as texts.
  return revisions.some(each => !each.isBefore && each.completedAt !== null && each.completedAt > since)
}

const noNewRevision = ({ threadId, artifact, reviewId }: Thread): Warning => ({
  code: 'no_new_revision',
  threadId,
  message:
    `"${onOneLine(artifact?.title ?? '')}" has no revision since the comment ${threadId}. ` +
    'If the change can be seen, push the new image: ' +
    `${programName()} push FILE --address ${threadId} --review ${reviewId}`,
})

/** Returns the response; null if the token lacks the permission for the call. */
const unlessForbidden = <T>(response: Promise<T>): Promise<T | null> =>
  response.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 403) return null
    throw error
  })
