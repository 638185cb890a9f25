import type { ContextElement, ContextEvent, RevisionContext } from '#shared/contract/context'
import { shapesOf } from '#shared/annotation/shapes'
import { elementsAt, eventsAt } from '#shared/review/context-at'
import { createYield } from '~~/server/process/yield-to-event-loop'
import { blobs } from '~~/server/storage/blobs'
import { BlobMissingError } from '~~/server/storage/errors'

/** What a thread states about the context of its revision; null if the revision has none. */
export interface ThreadContext {
  elements: ContextElement[] | null
  events: ContextEvent[] | null
}

/** The place of a thread on a revision. */
type Place = Parameters<typeof shapesOf>[0] & { timestampMs: number | null; endMs: number | null }

/** Thrown in a transaction that needs a context, which is then read before the transaction runs again. */
class ContextNeededError extends Error {
  constructor(readonly key: string) {
    super(`The context ${key} was not read yet.`)
  }
}

/** The contexts that were read for a transaction. No file can be read in a transaction. */
export class Contexts {
  /** The contexts by the keys of their blobs; null for a context that was deleted. */
  private readonly read = new Map<string, RevisionContext | null>()

  /** Returns what a thread at a place of a revision states. Throws if the context was not read yet. */
  at(pinned: { contextKey: string | null } | null | undefined, place: Place): ThreadContext {
    const contextKey = pinned?.contextKey ?? null
    if (contextKey === null) return { elements: null, events: null }
    const context = this.read.get(contextKey)
    if (context === undefined) throw new ContextNeededError(contextKey)
    return context ? contextOfThread(context, place) : { elements: null, events: null }
  }

  async add(key: string): Promise<void> {
    this.read.set(key, await readStored(key))
  }
}

/** Returns the elements and events of a context that belong to a thread at a place. */
export const contextOfThread = ({ elements, events }: RevisionContext, place: Place): ThreadContext => ({
  elements: elementsAt(elements, shapesOf(place)),
  events: eventsAt(events, place),
})

/** What threads state, by their places: see {@link describePlaces}. */
export type DescribedPlaces = ReadonlyMap<string, ThreadContext>

/**
 * Returns what threads at these places state. A revision may have thousands of threads and elements, so other
 * requests are handled between the places.
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

/** Returns what a thread at a place states, which {@link describePlaces} may have computed before. */
export const describedAt = (
  described: DescribedPlaces,
  context: RevisionContext,
  place: Place,
): ThreadContext => described.get(keyOf(place)) ?? contextOfThread(context, place)

const keyOf = ({ kind, geometry, shapes, timestampMs, endMs }: Place): string =>
  JSON.stringify([kind, geometry, shapes, timestampMs, endMs])

/**
 * Runs a write that places threads. If it needs the context of a revision, reads this context and runs the
 * write again. Revisions without a context cost nothing.
 */
export async function withContexts<T>(run: (contexts: Contexts) => Promise<T>): Promise<T> {
  const contexts = new Contexts()
  for (;;) {
    try {
      return await run(contexts)
    } catch (error) {
      if (!(error instanceof ContextNeededError)) throw error
      await contexts.add(error.key)
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
