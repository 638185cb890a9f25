import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server'
import { contract, type OperationId } from '#shared/contract'
import type { McpTool, Operation } from '#shared/contract/kit/operation'
import { checkArguments } from './check-arguments'
import { argumentSchema, bodyShape, inputSchema, type ArgumentSchema } from './input-schema'

type Arguments = Record<string, unknown>

/** The arguments of a tool call, converted to a request of the operation. */
export interface ToolRequest {
  params: Arguments
  query: Arguments
  body: Arguments
  idempotencyKey?: string
}

/** A tool of the MCP server. It is generated from an operation of the contract. */
export interface Tool {
  id: OperationId
  name: string
  /**
   * Whether `tools/list` contains the tool. Other tools belong to earlier versions, and can still be called.
   */
  isListed: boolean
  config: {
    title: string
    description: string
    inputSchema: StandardSchemaWithJSON<Arguments>
    annotations: ToolAnnotations
  }
  /** The JSON Schema of the arguments. {@link config} contains the same schema in another form. */
  schema: ArgumentSchema
  /**
   * Converts the arguments of a call to requests of the operation: one, or one for each of several ids.
   * Throws `invalid_request`: see {@link checkArguments}.
   */
  requestsOf: (given: Arguments) => [ToolRequest, ...ToolRequest[]]
}

/**
 * All tools. No tool has a schema of its results: clients give the list of tools to the model, and such
 * schemas would make this list four times as long.
 */
export const tools: Tool[] = (Object.values(contract) as Operation[]).flatMap(row =>
  row.mcp ? [toolOf(row, row.mcp)] : [],
)

function toolOf(row: Operation, { name, description, defaults, unlisted }: McpTool): Tool {
  const isRead = row.method === 'GET'
  const schema = argumentSchema(row)
  return {
    id: row.id as OperationId,
    name,
    isListed: unlisted !== true,
    config: {
      title: row.summary,
      description,
      inputSchema: inputSchema(schema),
      annotations: {
        readOnlyHint: isRead,
        destructiveHint: row.method === 'DELETE',
        idempotentHint: isRead || row.idempotent,
        openWorldHint: false,
      },
    },
    schema,
    requestsOf(given) {
      const [first, ...others] = checkArguments(row, name, schema, { ...given })
      const values: Arguments = { ...defaults, ...given }
      const { idempotencyKey } = values
      const requestFor = (id: string | null): ToolRequest => ({
        params: id === null ? {} : { id },
        query: pick(values, row.query?.shape),
        body: pick(values, bodyShape(row)),
        ...(idempotencyKey !== undefined && { idempotencyKey: String(idempotencyKey) }),
      })
      return [requestFor(first), ...others.map(requestFor)]
    },
  }
}

const pick = (values: Arguments, shape: object = {}): Arguments =>
  Object.fromEntries(Object.keys(shape).flatMap(key => (key in values ? [[key, values[key]]] : [])))
