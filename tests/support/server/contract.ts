import Ajv from 'ajv-draft-04'
import formats from 'ajv-formats'

/** A response in the OpenAPI document, and its position in the document. */
interface Documented {
  pointer: string[]
  content?: Record<string, unknown>
  headers?: Record<string, unknown>
}
type Reference = Documented | { $ref: string }

interface Document {
  'paths': Record<string, Record<string, { responses: Record<string, Reference> }>>
  'components': { responses: Record<string, Documented> }
  'x-response-headers': Record<string, unknown>
}

/** A response that the server sent. */
export interface ReceivedResponse {
  method: string
  path: string
  status: number
  headers: Headers
  body: unknown
}

/** Headers of HTTP itself and of Node, which `/openapi.json` does not describe. */
const transport = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding']

/** Returns whether the document describes the operation of a response. Throws if the response differs. */
type Checker = (response: ReceivedResponse) => boolean

/**
 * The check against the document of the first server of this worker. Other servers have the same build, so
 * their documents differ only in the URL, and in the operations that their settings turn off.
 */
let first: Promise<Checker> | undefined
/** The checks against the documents of other servers, by their origin. */
const others = new Map<string, Promise<Checker>>()

/**
 * Throws if a response does not match the server's own `/openapi.json` in its status, error code, media type,
 * JSON or headers.
 */
export async function assertInContract(origin: string, response: ReceivedResponse): Promise<void> {
  first ??= checkerOf(origin)
  const { method, path, status } = response
  if ((await first)(response) || status === 404 || status === 405) return
  const other = others.get(origin) ?? checkerOf(origin)
  others.set(origin, other)
  if (!(await other)(response))
    throw new Error(`${method} ${path} returned ${status} and is not in /openapi.json`)
}

async function checkerOf(origin: string): Promise<Checker> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats(ajv)
  ajv.addSchema(document, 'contract')
  const paths = Object.keys(document.paths).map(path => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  const common = Object.keys(document['x-response-headers'])
  return ({ method: sent, path, status, headers, body }) => {
    const method = sent === 'HEAD' ? 'get' : sent.toLowerCase()
    const operation = `${sent} ${path}`
    const found = paths.find(each => each.pattern.test(path) && document.paths[each.path]?.[method])
    if (!found) return false
    const documented = responseOf(document, found.path, method, status)
    if (!documented) throw new Error(`${operation} returned ${status}, which /openapi.json does not name`)
    const named = [...transport, ...common, ...Object.keys(documented.headers ?? {})].map(each =>
      each.toLowerCase(),
    )
    for (const name of headers.keys())
      if (!named.includes(name))
        throw new Error(`${operation} ${status} has the header ${name}, which /openapi.json does not name`)
    if (sent === 'HEAD') return true
    const content = documented.content ?? {}
    const type = headers.get('content-type')
    if (!type?.includes('json') || !('application/json' in content)) {
      const media = type?.split(';')[0] ?? ''
      if (Object.keys(content).length === 0 ? body !== '' : !(media in content || '*/*' in content))
        throw new Error(`${operation} returned ${status} as ${type}, not as /openapi.json says`)
      return true
    }
    const pointer = [...documented.pointer, 'content', 'application/json', 'schema']
      .map(part => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/')
    const validate = ajv.getSchema(`contract#/${pointer}`)
    if (!validate) throw new Error(`no schema for ${operation} ${status}`)
    if (validate(body) !== true)
      throw new Error(
        `${operation} ${status} breaks /openapi.json: ` +
          `${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      )
    return true
  }
}

/**
 * Returns the response that the document describes for a status, or undefined. Only the status 405 may match
 * `default`.
 */
function responseOf(
  document: Document,
  path: string,
  method: string,
  status: number,
): Documented | undefined {
  const responses = document.paths[path]?.[method]?.responses ?? {}
  const name = status === 405 ? 'default' : String(status)
  const response = responses[name]
  if (!response) return undefined
  if (!('$ref' in response)) return { ...response, pointer: ['paths', path, method, 'responses', name] }
  const component = response.$ref.split('/').at(-1) ?? ''
  const shared = document.components.responses[component]
  return shared && { ...shared, pointer: ['components', 'responses', component] }
}
