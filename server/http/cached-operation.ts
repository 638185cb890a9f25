import { setResponseHeader, setResponseHeaders, setResponseStatus, type EventHandler, type H3Event } from 'h3'
import type { Contract, Input } from '#shared/contract'
import type { Operation, OutputOf } from '#shared/contract/kit/operation'
import { prefers } from '#shared/accept'
import type { CachedId } from '~~/server/response-cache/cached-operations'
import { compressed } from '~~/server/response-cache/cache'
import type { Call } from '~~/server/transport/invoke'
import { invokeCached } from '~~/server/transport/invoke-cached'
import { warningsOf } from './ignored-fields'
import { defineHandler } from './operation'
import { holdBody } from './responses/held-bodies'
import { listedTags, matchesEtag } from './responses/ranges'
import { sendBody } from './responses/send-result'
import { requestHeader } from './request-header'

/**
 * The minimum size in bytes of a body that is compressed. Compressing a smaller body would not save a single
 * network packet.
 */
const COMPRESS_BYTES = 4096
/**
 * The suffix of the entity tag of a compressed body. Strong entity tags must differ between encodings (RFC
 * 9110, 8.8.3).
 */
const BROTLI_SUFFIX = '.br'

/**
 * States for which inputs the result of an operation is sent as text instead of JSON, and how it is converted
 * to text.
 */
export interface TextForm<Id extends CachedId> {
  when: (input: Input<Id>) => boolean
  of: (result: OutputOf<Contract[Id]>) => string
}

/**
 * Returns the HTTP handler of an operation whose responses are cached. Each response has an ETag, and a
 * client that already has the response gets 304. Browsers and other private caches may store the response,
 * but must revalidate it before each use, so that the loss of a permission takes effect immediately.
 */
export function defineCachedOperation<Id extends CachedId>(id: Id, text?: TextForm<Id>): EventHandler {
  return defineHandler(id, (event, row, call) => sendCached(event, row, id, call, text))
}

async function sendCached<Id extends CachedId>(
  event: H3Event,
  row: Operation,
  id: Id,
  received: Call,
  text?: TextForm<Id>,
): Promise<unknown> {
  const call = textAccepted(event, row) ? withTextFormat(received) : received
  // A response with warnings has no entity tag, because the warnings are about this request only. A result
  // that is sent as text cannot contain warnings; instead, a response header lists the ignored names.
  const warnings = isTextAsked(text, call) ? [] : warningsOf(row, call.query)
  const ifNoneMatch = warnings.length > 0 ? undefined : requestHeader(event, 'if-none-match')
  const isBrotli = acceptsBrotli(requestHeader(event, 'accept-encoding'))
  const { input, ...found } = await invokeCached(id, call, {
    clientTags: listedTags(ifNoneMatch),
    textOf: text && ((result, input) => (text.when(input) ? text.of(result) : null)),
    reserve: length => holdBody(event.node.res, { length }),
  })
  const { tag, response } = found
  if (response !== null && warnings.length > 0) return sendWarned(event, response.body, warnings)
  const isCompressed = response !== null && isBrotli && response.body.length >= COMPRESS_BYTES
  const etag = `"${tag}${isCompressed ? BROTLI_SUFFIX : ''}"`
  const isKnown = response === null || matchesEtag(ifNoneMatch, etag)
  const body = isKnown ? null : isCompressed ? await compressed(found, response) : response.body
  if (body !== null) holdBody(event.node.res, body)
  setResponseHeaders(event, {
    etag,
    'cache-control': 'private, no-cache',
    'vary': 'Authorization, Cookie, Accept, Accept-Encoding',
  })
  if (body === null) {
    setResponseStatus(event, 304)
    return sendBody(event)
  }
  const isText = text?.when(input) && row.textResponse
  const type = isText ? `${isText.raw}; charset=utf-8` : 'application/json'
  setResponseHeader(event, 'content-type', type)
  if (isCompressed) setResponseHeader(event, 'content-encoding', 'br')
  return sendBody(event, body)
}

/** Sends a response in JSON with warnings as its last field. */
function sendWarned(event: H3Event, json: string | Buffer, warnings: string[]): void {
  const end = `,"warnings":${JSON.stringify(warnings)}}`
  const body = Buffer.concat([Buffer.from(json).subarray(0, -1), Buffer.from(end)])
  holdBody(event.node.res, body)
  setResponseHeader(event, 'cache-control', 'no-store')
  setResponseHeader(event, 'content-type', 'application/json')
  return sendBody(event, body)
}

/** Returns whether the Accept header prefers the text of an operation that has one to its JSON. */
const textAccepted = (event: H3Event, { textResponse }: Operation): boolean =>
  textResponse !== undefined && prefers(requestHeader(event, 'accept'), textResponse.raw, 'application/json')

const isTextAsked = (text: object | undefined, { query }: Call): boolean =>
  text !== undefined && (query as { format?: unknown }).format === 'text'

/** Returns a call with the parameter `format=text`, unless it has one. */
const withTextFormat = (call: Call): Call => ({
  ...call,
  query: { format: 'text', ...(call.query as object) },
})

/** Returns whether an Accept-Encoding header lists brotli with a quality value above 0. */
function acceptsBrotli(header: string | undefined): boolean {
  return (header ?? '').split(',').some(each => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(each))
}
