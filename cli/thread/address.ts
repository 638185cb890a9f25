import { ApiError, type ApiResponse } from '#shared/client'
import { onOneLine } from '#shared/text/printable'
import type { Api } from '../api'
import { programName } from '../package-info'
import type { Answer } from './answers'

type Thread = ApiResponse<'GET /v1/threads/{id}'>

/** Warnings for the agent that marks a thread addressed. */
export interface Warning {
  /**
   * `no_new_revision`: the evidence has no new revision since the comment. `already_addressed`: nothing was
   * added, since the thread is already addressed with this text.
   */
  code: 'no_new_revision' | 'already_addressed'
  threadId: string
  message: string
}

/**
 * Marks a thread addressed, with a comment if there is one. Warns if the evidence of the thread has no later
 * revision that shows the change. A retry adds no second comment. A token without `feedback:read` cannot read
 * the thread, so with such a token these two checks are skipped.
 */
export async function addressThread(
  api: Api,
  { threadId: id, body }: Answer,
): Promise<{ thread: Thread; warnings: Warning[] }> {
  const present = await unlessForbidden(api.call('GET /v1/threads/{id}', { params: { id } }))
  if (present && isAddressedWith(present, body))
    return { thread: present, warnings: [alreadyAddressed(present, body)] }
  const warnings = present && !(await isRevised(api, present)) ? [noNewRevision(present)] : []
  const thread = await api.call('POST /v1/threads/{id}/address', {
    params: { id },
    body: body === undefined ? {} : { body },
  })
  return { thread, warnings }
}

/** Returns whether a thread is already addressed with this text, so that nothing needs to be added. */
export function isAddressedWith({ status, comments }: Thread, body: string | undefined): boolean {
  if (status === 'open') return false
  if (body === undefined) return true
  const last = comments.at(-1)
  return last?.author.type === 'agent' && last.body.trim() === body.trim()
}

/**
 * Returns whether the evidence of an open thread has a revision that is later than the last comment of a
 * person. Also returns true if the thread is not on evidence, or not open.
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

/** Returns the warning that nothing was added to a thread. */
export function alreadyAddressed({ threadId, status }: Thread, body: string | undefined): Warning {
  const state = `already ${status}${body === undefined ? '' : ' with this text'}`
  return { code: 'already_addressed', threadId, message: `${threadId} is ${state}: nothing was added.` }
}

const noNewRevision = ({ threadId, artifact, reviewId }: Thread): Warning => ({
  code: 'no_new_revision',
  threadId,
  message:
    `"${onOneLine(artifact?.title ?? '')}" has no revision since the comment ${threadId}. ` +
    'If the change can be seen, push the new image: ' +
    `${programName()} push FILE --address ${threadId} --review ${reviewId}`,
})

/** Returns the response; null if the token lacks the permission. */
const unlessForbidden = <T>(response: Promise<T>): Promise<T | null> =>
  response.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 403) return null
    throw error
  })
