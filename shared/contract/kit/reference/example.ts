import type { z } from 'zod'
import { toSchema } from '../openapi/schema'
import { isRaw, type Operation } from '../operation'

/** The part of all example ids that follows the prefix. */
const ULID = '01KA3V6Y8T2N5Q7R9W4X1Z0B3C'

/**
 * Returns an example call of an operation with curl. Returns undefined if only people may call the operation,
 * because they use the dashboard.
 */
export function exampleOf(row: Operation): string | undefined {
  if (!row.auth.anonymous && row.auth.agent === false) return undefined
  const hasMethod =
    row.method !== 'GET' && !(row.method === 'POST' && row.example !== undefined) && !row.rawRequest
  const isFile = Object.values(row.responses).some(body => isRaw(body) && body.file)
  const call = [
    'curl -s',
    hasMethod && `-X ${row.method}`,
    row.rawRequest && '-T screenshot.png',
    isFile && '-o evidence.png',
    `"${addressOf(row)}"`,
    !row.auth.anonymous && '-H "$auth"',
    ...(row.multipart ? partsOf(row.example as Record<string, string>) : jsonOf(row.example)),
  ]
  return `\`\`\`sh\n${call.filter(Boolean).join(' ')}\n\`\`\``
}

const jsonOf = (example: unknown) =>
  example === undefined ? [] : ['-H "$json"', `\\\n  -d '${JSON.stringify(example)}'`]

const partsOf = (example: Record<string, string>) =>
  Object.entries(example).map(([name, value]) =>
    // With -F, curl would cut off a text at a semicolon, so texts are sent with --form-string.
    value.startsWith('@') ? `\\\n  -F '${name}=${value}'` : `\\\n  --form-string '${name}=${value}'`,
  )

function addressOf({ path, params }: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const field = params?.shape[name] as z.ZodType | undefined
    const { pattern } = field ? toSchema(field, 'input', {}) : {}
    const prefix = typeof pattern === 'string' ? /^\^([a-z]+_)\[/.exec(pattern)?.[1] : undefined
    return prefix ? `${prefix}${ULID}` : name.toUpperCase()
  })
  return `$EXHIBIT_URL${filled}`
}
