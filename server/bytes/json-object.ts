import { limits } from '#shared/contract/kit/limits'
import { AppError } from '#shared/errors'
import { jsonSizeOf } from '#shared/json-size'
import { refusedShare } from '~~/server/metrics/refused-share'
import { fairShares } from '~~/server/process/fair-share'
import { currentRequest, hasClientLeft } from '~~/server/process/request-context'
import { Turns } from '~~/server/process/turns'
import { nextTurn } from '~~/server/process/yield-to-event-loop'

const turns = new Turns(fairShares.largeJson, () =>
  refusedShare('largeJson', 'Too many large JSON bodies of yours or of your address are waiting.'),
)

/**
 * Parses a JSON object like {@link parseJsonObject}. Parsing and checking a large one takes up to 80 ms of
 * CPU time, so other requests are handled before each large one, and the holders take turns. Throws
 * `rate_limited` if too many large ones of the same person or address are waiting.
 */
export async function parseJsonInTurn(
  text: string,
  maxValues: number,
  what: string,
): Promise<Record<string, unknown>> {
  if (text.length <= fairShares.largeJson.small) return parseJsonObject(text, maxValues, what)
  return turns.run(currentRequest()?.holder ?? 'server', hasClientLeft, async () => {
    await nextTurn()
    return parseJsonObject(text, maxValues, what)
  })
}

/**
 * Parses a JSON object. Throws `bad_request` for another value, and if the text has more values than
 * `maxValues` or nests them too deeply. `what` is the subject of the message, such as `The body`.
 */
export function parseJsonObject(text: string, maxValues: number, what: string): Record<string, unknown> {
  requireFlatJson(text, maxValues, what)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AppError('bad_request', {
      message: `${what} is not valid JSON: ${(error as Error).message}`,
      hint: 'Send one JSON object.',
      cause: error,
    })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('bad_request', {
      message: `${what} is not a JSON object.`,
      hint: 'Send one JSON object, such as {"title": "…"}.',
    })
  return value as Record<string, unknown>
}

/**
 * Throws `bad_request` if JSON is nested too deeply, because the functions that later read the value are
 * recursive, unlike `JSON.parse`. Also throws if JSON has too many values, because the schemas check each
 * value, which takes seconds for a hundred thousand values.
 */
function requireFlatJson(text: string, most: number, what: string): void {
  const { depth, values } = jsonSizeOf(text)
  const fault =
    depth > limits.jsonDepth
      ? `nests objects and arrays more than ${limits.jsonDepth} deep`
      : values > most
        ? `has more than ${most} values`
        : null
  if (fault !== null)
    throw new AppError('bad_request', {
      message: `${what} ${fault}.`,
      hint: 'Send one JSON object as the documentation describes it.',
    })
}
