import type { Contract, Input } from '#shared/contract'
import type { OutputOf } from '#shared/contract/kit/operation'
import type { Actor } from '~~/server/access/actor'
import { runAs } from '~~/server/access/write-guard'
import { AbandonedError } from '~~/server/process/abandoned-error'
import { fairShares } from '~~/server/process/fair-share'
import { hasClientLeft } from '~~/server/process/request-context'
import { singleFlight } from '~~/server/process/single-flight'
import type { Validators } from '~~/server/process/validators'
import { nextTurn } from '~~/server/process/yield-to-event-loop'
import { cachedOperations, type CachedId } from '~~/server/response-cache/cached-operations'
import { findResponse, responseKey, storeResponse, type TaggedResponse } from '~~/server/response-cache/cache'
import { settings } from '~~/server/settings'
import { admit, assertDeclared, type AnyVerb, type Call } from './invoke'
import { operations } from './operations'
import { responseJson } from './response-json'

/**
 * The type of all entries of {@link cachedOperations}, without the types that are specific to one operation.
 */
interface AnyCachedOperation {
  validatorsOf: (actor: Actor, input: object) => Promise<Validators>
  changesAt?: (result: unknown, now: number) => number | null
  json?: (result: unknown) => string
  lengthOf?: (result: unknown) => number
}

/** The options with which a transport requests a cached response. */
export interface CacheOptions<Id extends CachedId> {
  /** The entity tags of the responses that the client has. */
  clientTags: readonly string[]
  /**
   * Returns the response as text; null if it must be sent as JSON. The text must depend only on the two
   * parameters.
   */
  textOf?: (result: OutputOf<Contract[Id]>, input: Input<Id>) => string | null
  /**
   * Called with the approximate length of a large response before its text is created. Throws an AppError if
   * the holder of the request may not receive so much.
   */
  reserve?: (length: number) => void
}

/**
 * Runs a reading operation as `invoke` does. If the client or the cache already has the response, reads
 * only the validators. The returned `response` is null if the client has the response.
 */
export async function invokeCached<Id extends CachedId>(
  id: Id,
  call: Call,
  { clientTags, textOf, reserve }: CacheOptions<Id>,
): Promise<TaggedResponse & { input: Input<Id> }> {
  const { row, actor, input: parsed } = await admit(id, call)
  const input = parsed as Input<Id> & object
  const {
    validatorsOf,
    changesAt,
    json = JSON.stringify,
    lengthOf,
  } = cachedOperations[id] as AnyCachedOperation
  const now = Date.now()
  const key = responseKey(id, input, await validatorsOf(actor, input))
  const known = findResponse(key, clientTags, now)
  if (known) return { input, ...known }
  const verb = operations[id] as AnyVerb
  // Requests for the same response at the same time share it, so that memory contains it only once.
  const create = async () => {
    const result = (await runAs(actor, () => verb(actor, input, undefined))) as OutputOf<Contract[Id]>
    if (settings().checkResponses) assertDeclared(row, result)
    const length = lengthOf?.(result) ?? 0
    if (length > fairShares.heldBytes.small) await takeTurn(length, reserve)
    const text = textOf?.(result, input) ?? responseJson(row, json(result))
    return storeResponse(key, text, changesAt?.(result, now) ?? null)
  }
  return { input, ...(await singleFlight(`response ${key}`, create)) }
}

/**
 * Waits until the text of a large response may be created. In each turn of the event loop at most one is
 * created, so that other requests are handled in between.
 */
async function takeTurn(length: number, reserve?: (length: number) => void): Promise<void> {
  await nextTurn()
  if (hasClientLeft()) throw new AbandonedError()
  reserve?.(length)
}
