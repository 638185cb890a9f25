import { z } from 'zod'
import type { Operation } from '#shared/contract/kit/operation'
import { invalid, ruleOf } from '#shared/errors'
import { describeArguments } from './hints'
import { idArgument, type ArgumentSchema } from './input-schema'

/** The number of characters to which the name of an unknown argument is shortened in an error message. */
const MAX_NAME = 60

/**
 * Returns the ids of the resources of a call: several only for a tool with `ids`; null if the operation has
 * no id. Throws `invalid_request` for an unknown argument, since a model would not notice that the argument
 * is ignored. Also throws it if an id is missing or malformed. (In the path of an HTTP request, such an id
 * causes `not_found`.)
 */
export function checkArguments(
  row: Operation,
  tool: string,
  schema: ArgumentSchema,
  given: Record<string, unknown>,
): [string | null, ...string[]] {
  const ids = row.mcp?.ids
  const name = idArgument(row)
  const isKnown = (argument: string) =>
    Object.hasOwn(schema.properties, argument) ||
    (argument === name && ids !== undefined && given[ids.name] === undefined)
  const [unknown, ...others] = Object.keys(given).filter(each => !isKnown(each))
  if (unknown !== undefined) throw unknownArgument(tool, schema, unknown, others)
  if (!row.params) return [null]
  const isMany = ids !== undefined && given[name] === undefined
  const argument = isMany ? ids.name : name
  const max = isMany ? ids.max : 1
  const parsed = z
    .array(row.params.shape.id as z.ZodType<string>)
    .min(1, 'must have an id')
    .max(max, `must have at most ${max} ids`)
    .safeParse(isMany ? given[argument] : [given[argument]])
  if (parsed.success) return [...new Set(parsed.data)] as [string, ...string[]]
  throw invalid(
    argument,
    `"${argument}" ${ruleOf(parsed.error.issues[0]?.message ?? '')}.`,
    `${sources[name] ?? ''} ${describeArguments({ name: tool, schema })}`.trim(),
  )
}

function unknownArgument(tool: string, schema: ArgumentSchema, name: string, others: string[]) {
  const quoted = [name, ...others].slice(0, 5).map(each => `"${each.slice(0, MAX_NAME)}"`)
  return invalid(
    name.slice(0, MAX_NAME),
    `${tool} has no argument ${quoted.join(', ')}. Nothing was done.`,
    `Call it again with its own arguments. ${describeArguments({ name: tool, schema }, name)}`,
  )
}

/** A sentence for each argument that is an id. It names the tools that return this id. */
const sources: Record<string, string | undefined> = {
  reviewId: 'send_evidence and list_reviews return ids of reviews.',
  artifactId: 'send_evidence, read_feedback and wait_for_feedback return ids of artifacts.',
  threadId: 'read_feedback and wait_for_feedback return ids of threads.',
}
