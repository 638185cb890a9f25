import Ajv from 'ajv-draft-04'
import formats from 'ajv-formats'

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>
}

const checkers = new Map<string, Promise<(answer: Answered) => void>>()

/** An answer as it came over the wire. */
export interface Answered {
  method: string
  path: string
  status: number
  type: string | null
  body: unknown
}

/**
 * Throws when an answer of a server is not what its own `/openapi.json` says of that operation and status.
 */
export async function assertInContract(origin: string, answer: Answered): Promise<void> {
  const known = checkers.get(origin) ?? checkerOf(origin)
  checkers.set(origin, known)
  const check = await known
  check(answer)
}

async function checkerOf(origin: string): Promise<(answer: Answered) => void> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats(ajv)
  ajv.addSchema(document, 'contract')
  const paths = Object.keys(document.paths).map(path => ({
    path,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return ({ method, path, status, type, body }) => {
    const found = paths.find(
      each => each.pattern.test(path) && document.paths[each.path]?.[method.toLowerCase()],
    )
    if (!found) {
      if (status !== 404 && status !== 405)
        throw new Error(`${method} ${path} answered ${status} and is not in /openapi.json`)
      return
    }
    const responses = document.paths[found.path]?.[method.toLowerCase()]?.responses ?? {}
    const name = String(status) in responses ? String(status) : 'default'
    if (name === 'default' && status < 400)
      throw new Error(`${method} ${path} answered ${status}, which /openapi.json does not name`)
    const content = responses[name]?.content ?? {}
    if (!type?.includes('json') || !('application/json' in content)) {
      const media = type?.split(';')[0] ?? ''
      if (Object.keys(content).length === 0 ? body !== '' : !(media in content || '*/*' in content))
        throw new Error(`${method} ${path} answered ${status} as ${type}, not as /openapi.json says`)
      return
    }
    const pointer = [
      'paths',
      found.path,
      method.toLowerCase(),
      'responses',
      name,
      'content',
      'application/json',
      'schema',
    ]
      .map(part => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/')
    const validate = ajv.getSchema(`contract#/${pointer}`)
    if (!validate) throw new Error(`no schema for ${method} ${path} ${status}`)
    if (validate(body) !== true)
      throw new Error(
        `${method} ${path} ${status} breaks /openapi.json: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      )
  }
}
