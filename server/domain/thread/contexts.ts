import type { ContextElement, ContextEvent, RevisionContext } from '#shared/contract/context'
import { shapesOf } from '#shared/annotation/shapes'
import { elementsAt, eventsAt } from '#shared/review/context-at'
import { write, type Db } from '~~/server/db'
import { createYield } from '~~/server/process/yield-to-event-loop'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'

/**
 * The elements and events of the page at the place of a thread; null if the thread's revision has no context.
 */
export interface ThreadContext {
  elements: ContextElement[] | null
  events: ContextEvent[] | null
}

/** The place of a thread on a revision. */
type Place = Parameters<typeof shapesOf>[0] & { timestampMs: number | null; endMs: number | null }

const nothing: ThreadContext = { elements: null, events: null }

/**
 * Thrown at the end of a transaction if it needs contexts that were not read. They are then read, and the
 * transaction runs again.
 */
class ContextsNeededError extends Error {}

/**
 * The elements and events at the places of threads. A transaction that places threads gets them from this
 * object, because it must not read files. The object does not contain whole contexts, but only the elements
 * and events that were found in them: a hundred comments may be on as many revisions, whose contexts would
 * take hundreds of MiB.
 */
export class Contexts {
  /** The elements and events that were found, by the blob key of the context and the place. */
  private readonly found = new Map<string, ThreadContext>()
  /** The places whose elements and events were not read yet, by the blob keys of their contexts. */
  private missing = new Map<string, Place[]>()

  /**
   * Returns the elements and events at a place of a revision. If the context was not read yet, returns {@link
   * nothing}, and {@link writeWithContexts} runs the transaction again.
   */
  at(pinned: { contextKey: string | null } | null | undefined, place: Place): ThreadContext {
    const contextKey = pinned?.contextKey ?? null
    if (contextKey === null) return nothing
    const found = this.found.get(contextKey + keyOf(place))
    if (found) return found
    this.missing.set(contextKey, [...(this.missing.get(contextKey) ?? []), place])
    return nothing
  }

  /** Runs a transaction. Throws at its end if it needs contexts that were not read yet. */
  async run<T>(transaction: () => Promise<T>): Promise<T> {
    this.missing = new Map()
    const result = await transaction()
    if (this.missing.size > 0) throw new ContextsNeededError()
    return result
  }

  /** Reads the contexts that the last transaction needed, one after another. */
  async readMissing(): Promise<void> {
    for (const [key, places] of this.missing) {
      const context = await readStored(key)
      const described = context && (await describePlaces(context, places))
      for (const place of places) this.found.set(key + keyOf(place), described?.get(keyOf(place)) ?? nothing)
    }
  }
}

/** Returns the elements and events of a context that belong to a thread at a place. */
export const contextOfThread = ({ elements, events }: RevisionContext, place: Place): ThreadContext => ({
  elements: elementsAt(elements, shapesOf(place)),
  events: eventsAt(events, place),
})

/** The elements and events at places, by a text that identifies the place: see {@link describePlaces}. */
export type DescribedPlaces = ReadonlyMap<string, ThreadContext>

/**
 * Returns the elements and events at these places of threads. A revision may have thousands of threads and
 * elements, so other requests are handled between the places.
 */
export async function describePlaces(
  context: RevisionContext,
  places: readonly Place[],
): Promise<DescribedPlaces> {
  const described = new Map<string, ThreadContext>()
  const pause = createYield()
  for (const place of places) {
    const key = keyOf(place)
    if (!described.has(key)) described.set(key, contextOfThread(context, place))
    await pause()
  }
  return described
}

/**
 * Returns the elements and events at a place: from `described`, if {@link describePlaces} has found them,
 * otherwise from the context.
 */
export const describedAt = (
  described: DescribedPlaces,
  context: RevisionContext,
  place: Place,
): ThreadContext => described.get(keyOf(place)) ?? contextOfThread(context, place)

const keyOf = ({ kind, geometry, shapes, timestampMs, endMs }: Place): string =>
  JSON.stringify([kind, geometry, shapes, timestampMs, endMs])

/**
 * Runs a write that places threads. If the write needs contexts of revisions, reads them and runs the write
 * again. Revisions without a context need no second run.
 */
export async function writeWithContexts<T>(run: (tx: Db, contexts: Contexts) => Promise<T>): Promise<T> {
  const contexts = new Contexts()
  for (;;) {
    try {
      return await write(tx => contexts.run(() => run(tx, contexts)))
    } catch (error) {
      if (!(error instanceof ContextsNeededError)) throw error
      await contexts.readMissing()
    }
  }
}

/** Reads a stored context; null if it was deleted. */
export async function readStored(key: string): Promise<RevisionContext | null> {
  try {
    const bytes = await blobs().getItemRaw<Buffer>(key)
    return bytes ? (JSON.parse(bytes.toString()) as RevisionContext) : null
  } catch (error) {
    if (error instanceof BlobMissingError) return null
    throw error
  }
}
