import type { z } from 'zod'
import { isRaw, type Operation } from '#shared/contract/kit/operation'
import { untrustedPaths } from '#shared/contract/kit/untrusted'
import { printableJson } from '#shared/text/printable'

/** The paths of the untrusted fields in the responses of operations, which are computed once. */
const pathsByRow = new WeakMap<Operation, string[]>()

function pathsOf(row: Operation): string[] {
  const known = pathsByRow.get(row)
  if (known) return known
  const schema = Object.values(row.responses).find((each): each is z.ZodType => each !== null && !isRaw(each))
  const paths = schema ? untrustedPaths(schema) : []
  pathsByRow.set(row, paths)
  return paths
}

/**
 * Returns the JSON of a response as clients get it. If the responses of the operation can contain texts of
 * people or pages, the first field lists the paths of the texts that this response contains. Control
 * characters and characters that change the direction of text are removed from the texts.
 */
export function responseJson(row: Operation, json: string): string {
  const paths = pathsOf(row)
  if (paths.length === 0) return json
  const present = paths.filter(path => isIn(json, path))
  return `{"untrusted":${JSON.stringify(present)},${printableJson(json).slice(1)}`
}

/**
 * Returns whether each name of a path is the name of a member in a JSON text. (Inside of a JSON string, a
 * quote follows a backslash and does not match.)
 */
const isIn = (json: string, path: string): boolean =>
  path.split('.').every(name => json.includes(`"${name.replaceAll('[]', '')}":`))
