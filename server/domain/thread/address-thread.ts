import { desc, eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { AddressedThread, Thread } from '#shared/contract/thread'
import { printableLine } from '#shared/text/printable'
import { iso } from '#shared/time'
import type { Caller } from '~~/server/access/actor'
import { loadThread, type LoadedThread } from '~~/server/access/loaders'
import { lastActor, type LastActor } from '~~/server/changes/last-actor'
import { write, type Db } from '~~/server/db'
import { comment } from '~~/server/db/schema'
import { serializeChanged } from './serialize'
import { changeStatus } from './set-status'

/**
 * Marks a thread addressed. If the thread is resolved, it stays resolved. In both cases, the comment of the
 * call is added to the thread, if there is one. With `once`, a repeated call adds no second comment.
 */
export async function addressThread(caller: Caller, input: Input<'addressThread'>): Promise<AddressedThread> {
  return write(async tx => {
    const loaded = await loadThread(caller, input.id, 'comment', tx)
    const withWarning = await addressLoaded(tx, caller, loaded, input)
    return withWarning(await serializeChanged(tx, caller, loaded))
  })
}

/**
 * Marks a loaded thread addressed inside the given transaction, as {@link addressThread} does. Returns a
 * function that adds a warning to the serialized thread if the thread was not open, and another actor had
 * already marked it addressed or the call added no comment.
 */
export async function addressLoaded(
  tx: Db,
  caller: Caller,
  loaded: LoadedThread,
  { body, once }: Pick<Input<'addressThread'>, 'body' | 'once'>,
): Promise<(thread: Thread) => AddressedThread> {
  const { id, status } = loaded.thread
  const isOpen = status === 'open'
  const isRepeated = body !== undefined && once && !isOpen && (await endsWithReply(tx, id, body))
  const added = isRepeated ? undefined : body
  const other = status === 'addressed' ? await otherAddresser(tx, caller, loaded) : null
  await changeStatus(tx, caller, loaded, added, isOpen ? 'addressed' : status)
  if (isOpen || (added !== undefined && !other)) return thread => thread
  return thread => ({ ...thread, warnings: [alreadyAddressed(thread, { body, added, other })] })
}

/** Returns who marked a thread addressed, if it was not the caller. */
async function otherAddresser(
  tx: Db,
  caller: Caller,
  { review, thread }: LoadedThread,
): Promise<LastActor | null> {
  const last = await lastActor(tx, {
    reviewId: review.id,
    kind: 'thread.addressed',
    subjectId: thread.id,
  })
  return last?.id === caller.id ? null : last
}

/** Returns whether the last comment of a thread is by an agent and has this text. */
async function endsWithReply(tx: Db, threadId: string, body: string): Promise<boolean> {
  const [last] = await tx
    .select({ body: comment.body, authorType: comment.authorType })
    .from(comment)
    .where(eq(comment.threadId, threadId))
    .orderBy(desc(comment.createdAt), desc(comment.id))
    .limit(1)
  return last?.authorType === 'agent' && last.body.trim() === body.trim()
}

interface Repeated {
  body: string | undefined
  /**
   * The text that the call added as a comment although the status did not change; undefined if it added none.
   */
  added: string | undefined
  other: LastActor | null
}

function alreadyAddressed(
  { threadId, status }: AddressedThread,
  { body, added, other }: Repeated,
): NonNullable<AddressedThread['warnings']>[number] {
  const same = body === undefined || added !== undefined ? '' : ' with this text'
  const who = other?.name ? `, by ${printableLine(other.name)} at ${iso(other.at)}` : ''
  const result = added === undefined ? 'nothing was added' : 'your text was added'
  return {
    code: 'already_addressed',
    threadId,
    message: `${threadId} is already ${status}${same}${who}: ${result}.`,
  }
}
