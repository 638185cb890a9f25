import type { Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import { invoke } from '~~/server/transport/invoke'
import type { McpSession } from './session'
import type { ToolRequest } from './tools'

type Thread = Output<'readThread'>

/**
 * Returns the thread that a call would mark addressed, if the caller has already done so with this text and
 * no one has commented or reopened it since; otherwise null. A model repeats a call if it did not get the
 * result.
 */
export async function addressedBefore(
  { params, body: { body } }: ToolRequest,
  { actor, client }: McpSession,
): Promise<Thread | null> {
  if (typeof body !== 'string') return null
  const thread = await invoke('readThread', { actor, client, params, readBody: () => undefined }).then(
    ({ result }) => result,
    (error: unknown) => {
      // A token may comment without reading feedback.
      if (error instanceof AppError && error.code === 'forbidden') return null
      throw error
    },
  )
  const last = thread?.comments.at(-1)
  const isOwn = last?.author.type === 'agent' && last.author.id === actor.id
  return isOwn && thread?.status !== 'open' && last.body.trim() === body.trim() ? thread : null
}

/** Returns the result for a call that repeats an earlier one. */
export const repeatedResult = (thread: Thread) => ({
  ...thread,
  warnings: [`This thread is already ${thread.status} with this text: nothing was added.`],
})
