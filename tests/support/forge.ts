import type { IncomingMessage } from 'node:http'
import type { ForgeKind } from '#shared/forge/forge'
import { startStandIn } from './stand-in'

/** A comment as the stand-in stores it. */
export interface StoredComment {
  id: number
  body: string
}

/** The addresses and headers of each API, from its documentation. */
const apis: Record<
  ForgeKind,
  {
    base: string
    list: string
    one: RegExp
    header: string
    credential: string
    update: string
    pages: boolean
  }
> = {
  github: {
    base: '',
    list: '/repos/acme/web/issues/7/comments',
    one: /^\/repos\/acme\/web\/issues\/comments\/(\d+)$/,
    header: 'authorization',
    credential: 'Bearer secret',
    update: 'PATCH',
    pages: true,
  },
  gitea: {
    base: '/api/v1',
    list: '/api/v1/repos/acme/web/issues/7/comments',
    one: /^\/api\/v1\/repos\/acme\/web\/issues\/comments\/(\d+)$/,
    header: 'authorization',
    credential: 'token secret',
    update: 'PATCH',
    pages: false,
  },
  gitlab: {
    base: '/api/v4',
    list: '/api/v4/projects/acme%2Fweb/merge_requests/7/notes',
    one: /^\/api\/v4\/projects\/acme%2Fweb\/merge_requests\/7\/notes\/(\d+)$/,
    header: 'private-token',
    credential: 'secret',
    update: 'PUT',
    pages: true,
  },
}

const readText = async (incoming: IncomingMessage) => {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

/**
 * Starts an HTTP server in place of a forge: the comments of pull request 7 of `acme/web`, in pages, with the
 * statuses and errors of the real API. Its token is `secret`.
 */
export async function startForge(kind: ForgeKind) {
  const { base, list, one, header, credential, update, pages } = apis[kind]
  let comments: StoredComment[] = []
  let nextId = 1
  /** Called with each comment that is created, before it is stored. */
  let onCreate: () => void = () => {}
  const add = (body: string): StoredComment => {
    const comment = { id: nextId++, body }
    comments.push(comment)
    return comment
  }
  const described = ({ id, body }: StoredComment) => ({
    id,
    body,
    ...(kind === 'gitlab' && { system: false }),
  })

  function respond(method: string, url: URL, body: string): [number, unknown?] {
    const id = Number(one.exec(url.pathname)?.[1])
    const found = comments.find(each => each.id === id)
    if (url.pathname === list && method === 'GET') return [200, pageOf(url)]
    if (url.pathname === list && method === 'POST') {
      onCreate()
      return [201, described(add((JSON.parse(body) as StoredComment).body))]
    }
    if (!found) return [404, { message: 'Not Found' }]
    if (method === update) {
      found.body = (JSON.parse(body) as StoredComment).body
      return [200, described(found)]
    }
    if (method !== 'DELETE') return [405, { message: 'Method Not Allowed' }]
    comments = comments.filter(each => each !== found)
    return [204]
  }

  /** GitLab lists the newest first, and what the system wrote beside comments. */
  function pageOf({ searchParams }: URL) {
    const system = { id: 0, body: 'changed the title', system: true }
    const all = kind === 'gitlab' ? [...comments.map(described), system].reverse() : comments.map(described)
    const size = Number(searchParams.get('per_page') ?? 20)
    const page = Number(searchParams.get('page') ?? 1)
    return pages ? all.slice((page - 1) * size, page * size) : all
  }

  const { url, stop } = await startStandIn((incoming, outgoing) => {
    void readText(incoming).then(text => {
      const isAllowed = incoming.headers[header] === credential
      const [status, body] = isAllowed
        ? respond(incoming.method ?? '', new URL(incoming.url ?? '', 'http://stand-in'), text)
        : [401, { message: 'Bad credentials' }]
      outgoing.writeHead(status, { 'content-type': 'application/json' })
      outgoing.end(body === undefined ? undefined : JSON.stringify(body))
    })
  })
  return {
    apiUrl: url + base,
    stop,
    add,
    bodies: () => comments.map(each => each.body),
    removeAll: () => {
      comments = []
    },
    /** Runs once, just before the next comment is created. */
    beforeNextCreate(run: () => void) {
      onCreate = () => {
        onCreate = () => {}
        run()
      }
    },
  }
}
