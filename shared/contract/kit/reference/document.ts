import type { z } from 'zod'
import type { ServerInfo } from '../../../server-info'
import { contract } from '../../index'
import { errorMeanings, errorStatus, type ErrorCode } from '../errors'
import { isRaw, type Operation } from '../operation'
import { toSchema, type Json } from '../openapi/schema'
import { concepts } from './concepts'
import { conventions } from './conventions'
import { deviceLogin, deviceLoginSchemas } from './device-login'
import { operationSection } from './operation'
import { namedComponents } from './references'
import { typeOf, type TypeContext } from './types'

/** Returns the API reference as Markdown, generated from the operations like `/openapi.json`. */
export function apiReference(server: ServerInfo): string {
  const operations: Operation[] = Object.values(contract).filter(row => !row.internal)
  const context = contextOf(operations)
  const sections = [...Map.groupBy(operations, row => row.tag)].map(([tag, rows]) =>
    [`## ${tag}`, ...rows.map(row => operationSection(row, context))].join('\n\n'),
  )
  return [
    '# API reference',
    conventions(server.publicUrl, context),
    deviceLogin(server, context),
    concepts,
    ...sections,
    shapes(context),
    errors(),
    '',
  ].join('\n\n')
}

/** The schemas of the reference, and which of them are shapes with a section of their own. */
function contextOf(operations: Operation[]): TypeContext {
  const schemas: Json = {}
  const roots = operations.flatMap(({ query, body, responses }) => [
    ...[query, body].filter(each => each !== undefined).map(each => toSchema(each, 'input', schemas)),
    // An operation may have one result under several statuses.
    ...[...new Set(Object.values(responses))]
      .filter(each => each !== null && !isRaw(each))
      .map(each => toSchema(each as z.ZodType, 'output', schemas)),
  ])
  for (const schema of deviceLoginSchemas) toSchema(schema, 'output', schemas)
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
