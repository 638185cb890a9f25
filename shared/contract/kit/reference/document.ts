import type { z } from 'zod'
import type { ServerInfo } from '../../../documents/server-info'
import { errorMeanings, errorStatus, type ErrorCode } from '../errors'
import { isRaw, type Operation } from '../operation'
import { toSchema, type Json } from '../openapi/schema'
import { concepts } from './concepts'
import { conventions } from './conventions'
import { deviceLogin, deviceLoginSchemas } from './device-login'
import { apiGroups, groupLinks, groupPath, isOffered, publicOperations, type ApiGroup } from './groups'
import { operationSection } from './operation'
import { namedComponents } from './references'
import { typeOf, type TypeContext } from './types'

/** Returns the API reference as Markdown, generated from the operations like `/openapi.json`. */
export function apiReference(server: ServerInfo): string {
  const context = contextOf(publicOperations, deviceLoginSchemas)
  return [
    '# API reference',
    `One document for each group: ${groupLinks(server.publicUrl)}.`,
    conventions(server.publicUrl, context),
    deviceLogin(server, context),
    concepts,
    ...apiGroups.map(group => [`## ${group.tag}`, ...sectionsOf(group, context, server)].join('\n\n')),
    shapes(context),
    errors(),
    '',
  ].join('\n\n')
}

/** Returns the part of the API reference about one group of operations, with the types that it refers to. */
export function apiGroupReference(server: ServerInfo, path: string): string {
  const { publicUrl } = server
  const group = apiGroups.find(each => groupPath(each) === path)
  if (!group) throw new Error(`There is no group of operations at ${path}.`)
  const context = contextOf(group.operations)
  return [
    `# ${group.tag}`,
    `A part of the [API reference](${publicUrl}/docs/api.md), which has the conventions, how to get a ` +
      `token, and every error. Other parts: ${groupLinks(publicUrl)}.`,
    ...sectionsOf(group, context, server),
    ...(context.named.size > 0 ? [shapes(context)] : []),
    '',
  ].join('\n\n')
}

const sectionsOf = ({ operations }: ApiGroup, context: TypeContext, { turnedOff }: ServerInfo) =>
  operations.filter(row => isOffered(row, turnedOff)).map(row => operationSection(row, context))

/** Returns the schemas of the reference, and the names of the schemas that have a separate section. */
function contextOf(operations: Operation[], more: z.ZodType[] = []): TypeContext {
  const schemas: Json = {}
  const roots = operations.flatMap(({ query, body, responses }) => [
    ...[query, body].filter(each => each !== undefined).map(each => toSchema(each, 'input', schemas)),
    // The same schema may occur under several statuses, and must count only once.
    ...[...new Set(Object.values(responses))]
      .filter(each => each !== null && !isRaw(each))
      .map(each => toSchema(each as z.ZodType, 'output', schemas)),
  ])
  for (const schema of more) toSchema(schema, 'output', schemas)
  return { schemas, named: namedComponents(roots, schemas) }
}

function shapes(context: TypeContext): string {
  const sections = [...context.named].sort().map(name => {
    const schema = context.schemas[name] as Json
    const { description } = schema
    const type = typeOf(schema, context)
    const block = `\`\`\`ts\ntype ${name} =${type.startsWith('\n') ? type : ` ${type}`}\n\`\`\``
    return [`### ${name}`, typeof description === 'string' && description, block].filter(Boolean).join('\n\n')
  })
  return ['## Shapes', 'Types that others refer to by name.', ...sections].join('\n\n')
}

function errors(): string {
  const rows = Object.entries(errorMeanings).map(
    ([code, meaning]) => `| ${errorStatus[code as ErrorCode]} | \`${code}\` | ${meaning} |`,
  )
  return ['## Errors', ['| Status | Code | Meaning |', '|---|---|---|', ...rows].join('\n')].join('\n\n')
}
