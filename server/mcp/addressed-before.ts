import type { Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { invoke } from '~~/server/transport/invoke'
import type { McpSession } from './session'
import type { ToolRequest } from './tools'

type Thread = Output<'readThread'>

/**
 * Returns a thread if marking it addressed would repeat an earlier call: the last comment is by the caller,
 * with the same text, and the thread was not reopened since. Otherwise returns null. A model repeats a call
 * if it did not get the result.
 */
export async function addressedBefore(
  { params, body: { body } }: ToolRequest,
  { actor, client }: McpSession,
): Promise<Thread | null> {
  if (typeof body !== 'string') return null
  const thread = await invoke('readThread', { actor, client, params, readBody: () => undefined }).then(
    ({ result }) => result,
    (error: unknown) => {
      // A token may have the capability to comment, but not the capability to read feedback.
      if (error instanceof AppError && error.code === 'forbidden') return null
      throw error
    },
  )
  const last = thread?.comments.at(-1)
  const isOwn = last?.author.type === 'agent' && last.author.id === actor.id
  return isOwn && thread?.status !== 'open' && last.body.trim() === body.trim() ? thread : null
}

/** Returns the result of a call that repeats an earlier call. */
export const repeatedResult = (thread: Thread) => ({
  ...thread,
  warnings: [`This thread is already ${thread.status} with this text: nothing was added.`],
})
