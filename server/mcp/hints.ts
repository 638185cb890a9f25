import { contract } from '#shared/contract'
import { httpHints } from '#shared/contract/kit/errors'
import type { Operation } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { bySimilarity } from './similarity'
import type { ArgumentSchema } from './input-schema'

interface DescribedTool {
  name: string
  schema: ArgumentSchema
}

/**
 * Returns a sentence that lists the arguments of a tool, in the order of the tool. If `similarTo` is given,
 * the most similar argument names are first.
 */
export function describeArguments({ name, schema }: DescribedTool, similarTo?: string): string {
  const names = Object.keys(schema.properties)
  const listed = (similarTo === undefined ? names : bySimilarity(similarTo, names)).map(each =>
    schema.required?.includes(each) ? `${each} (required)` : each,
  )
  return `The arguments of ${name} are ${listed.join(', ')}.`
}

const toolNames = new Map<string, string>(
  (Object.values(contract) as Operation[]).flatMap(({ method, path, mcp }) =>
    mcp && !mcp.unlisted ? [[`${method} ${path}`, mcp.name] as const] : [],
  ),
)

/**
 * Returns the hint of an error in a form for a model. A model can only call tools: it cannot open URLs, and
 * it does not see headers. So the names of tools and the number of seconds replace the phrases of
 * {@link httpHints}.
 */
export function hintForTool(hint: string | null, tool: DescribedTool, error: unknown): string | null {
  if (hint === null) return null
  const seconds = error instanceof AppError ? error.retryAfter : undefined
  return hint
    .replace(httpHints.again, 'call the tool again')
    .replace(httpHints.fields, () => describeArguments(tool))
    .replace(/\b[A-Z]+ \/v1[\w/{}-]*/g, endpoint => toolNames.get(endpoint) ?? endpoint)
    .replace(httpHints.retryAfter, words => (seconds === undefined ? words : `${seconds} seconds`))
}
