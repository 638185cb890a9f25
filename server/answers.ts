import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { State } from '~~/server/domain/review/answer-state'
import { openCache } from './memory-cache'
import { settings } from './settings'

/** The encoded response of an operation. */
export interface Answer {
  /** Text where it is small: Node sends that together with the head. */
  body: string | Buffer
  /** The same, compressed; null until it is asked for. */
  brotli: Buffer | null
  /** When it changes by the clock, in milliseconds; null: not by the clock. */
  until: number | null
}

/** An answer with the tag by which a client names it later; null in place of one that the client has. */
export interface TaggedAnswer {
  tag: string
  answer: Answer | null
}

/** 144 bits. */
const TAG_LENGTH = 24

/** A body below this length is kept as text. */
const SMALL_LENGTH = 4096

/** A character of a text may take two bytes. */
const bytesOf = (body: string | Buffer) => (typeof body === 'string' ? 2 * body.length : body.length)

const cache = openCache<Answer>('answer', ({ body, brotli }) => bytesOf(body) + (brotli?.length ?? 0))

/**
 * Returns what names the answer of an operation to an input in a state: the same on every node that runs the
 * same build with the same settings.
 */
export function stateTag(id: string, input: object, state: State): string {
  const { publicUrl, retention } = settings()
  const parts = [process.env.BUILD_ID, publicUrl, retention, id, input, state]
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, TAG_LENGTH)
}

/**
 * Returns the answer of a state when one of the tags that the client holds names it, or the cache has it;
 * else null. A held tag is the state, the moment at which the answer changes by the clock, and what a
 * transport added.
 */
export function knownAnswer(state: string, held: readonly string[], now: number): TaggedAnswer | null {
  for (const tag of held) {
    // A tag is sent back: only what this server can have sent.
    const [, heldState, until] = /^([\w-]+)\.(\w+)(?:\.\w+)?$/.exec(tag) ?? []
    if (heldState === state && until !== undefined && (until === '0' || now < Number.parseInt(until, 36)))
      return { tag, answer: null }
  }
  const answer = cache.get(state)
  return answer && (answer.until === null || now < answer.until) ? tagged(state, answer) : null
}

/** Stores the answer of a state in the cache, and returns it. */
export function keepAnswer(state: string, text: string, until: number | null): TaggedAnswer {
  const body = text.length < SMALL_LENGTH ? text : Buffer.from(text)
  const answer = { body, brotli: null, until }
  cache.set(state, answer)
  return tagged(state, answer)
}

const tagged = (state: string, answer: Answer) => ({
  tag: `${state}.${(answer.until ?? 0).toString(36)}`,
  answer,
})

const compress = promisify(brotliCompress)

/** Returns an answer compressed by brotli. Compresses it once while the cache has it. */
export async function compressed({ tag }: TaggedAnswer, answer: Answer): Promise<Buffer> {
  if (answer.brotli) return answer.brotli
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants
  // The lowest quality: of JSON, it is as small as gzip's best in a fifth of the time.
  const params = { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT }
  answer.brotli = await compress(answer.body, { params })
  const [state = ''] = tag.split('.')
  if (cache.get(state) === answer) cache.set(state, answer)
  return answer.brotli
}
