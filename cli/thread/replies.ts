import { limits } from '#shared/contract/kit/limits'
import { ApiError, type ApiResponse } from '#shared/client'
import type { Api } from '../api'
import type { ReviewOptions } from '../change/change'
import { findReview, requireId } from '../change/review'
import { Failure, usageFailure } from '../failure'
import { programName } from '../package-info'

/** A thread to mark addressed, and an optional comment about the change. */
export interface Reply {
  threadId: string
  body: string | undefined
}

/**
 * Parses the values of `--address`: the id or URL of a thread, then optionally `=` and a comment. Throws a
 * usage failure if a value has another form, if a comment is blank or too long, or if a thread is given
 * twice.
 */
export function readReplies(values: string[] = []): Reply[] {
  const replies = values.map(readReply)
  const twice = replies.find(({ threadId }, index) =>
    replies.slice(0, index).some(each => each.threadId === threadId),
  )
  if (!twice) return replies
  throw usageFailure(`--address names ${twice.threadId} twice.`, 'Give one text for each thread.')
}

function readReply(value: string): Reply {
  const [, thread = value, body] = /^([^=]*)=(.*)$/s.exec(value) ?? []
  const threadId = requireId(thread, 'thread')
  if (body === undefined) return { threadId, body }
  if (body.trim() === '')
    throw usageFailure(`The text for ${threadId} is empty.`, 'Say what changed, or leave "=" out.')
  // In `exhibit address`, a dash means stdin. Here it is refused, because stdin may already be a file of this
  // push.
  if (body === '-')
    throw usageFailure(
      `--address takes the text for ${threadId} itself, not - for stdin.`,
      `Give the text, or push first and then run "${programName()} address ${threadId} -".`,
    )
  if (body.length > limits.commentBody)
    throw usageFailure(
      `The text for ${threadId} has ${body.length} characters; the limit is ${limits.commentBody}.`,
      'Shorten it.',
    )
  return { threadId, body }
}

export type ExistingThread = ApiResponse<'GET /v1/threads/{id}'>

/**
 * Returns the threads to mark addressed. Throws if a thread does not exist, or if it belongs to another
 * review than the review that the options identify.
 */
export async function requireThreads(
  api: Api,
  options: ReviewOptions,
  replies: Reply[],
): Promise<ExistingThread[]> {
  if (replies.length === 0) return []
  const reviewId = await findReview(api, options)
  const threads: ExistingThread[] = []
  for (const { threadId } of replies) {
    const thread = await readExisting(api, threadId)
    if (thread.reviewId !== reviewId)
      throw usageFailure(
        `The thread ${threadId} is in another review, ${thread.reviewId}.`,
        'Name that review with --review, or leave the thread out.',
      )
    threads.push(thread)
  }
  return threads
}

const readExisting = (api: Api, id: string) =>
  api.call('GET /v1/threads/{id}', { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    throw new Failure(
      'not_found',
      `The thread ${id} was not found.`,
      `Run "${programName()} feedback" to see the threads.`,
    )
  })
