import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ForgeConnection } from '#shared/contract/forge'
import type { ForgeKind } from '#shared/forge/dialects'
import type { Call } from '../server/client'
import { runSql } from '../data/database'
import type { TestServer } from '../server/server'
import { startStub } from './http-stub'

/** A comment as the stub stores it. */
interface StoredComment {
  id: number
  body: string
  /** The id of the comment's author: 1 is the owner of the token. */
  author: number
}

/** A commit status as it was sent. */
export interface StoredStatus {
  commit: string
  state: string
  description: string
  url: string
  context: string
}

/** A response that the stub sends instead of its own. */
export interface CannedResponse {
  status: number
  headers?: Record<string, string>
  body?: object
  /** The stub sends the response once this promise resolves. */
  after?: Promise<unknown>
}

/** The commit at the head of pull request 7. */
export const headCommit = 'c0ffee5b1d0b9d5e7a3c4f2a9e8d7c6b5a493827'

/** The API of each forge according to its documentation: its paths below `base`, and its headers. */
const apis: Record<
  ForgeKind,
  {
    base: string
    repository: string
    pull: string
    list: string
    one: RegExp
    statuses: RegExp
    header: string
    credential: (token: string) => string
    update: string
    pages: boolean
    /** The response to a status for a commit that does not exist. */
    noCommit: [number, object]
  }
> = {
  github: {
    // The path prefix of the API of GitHub Enterprise.
    base: '/api/v3',
    repository: '/repos/acme/web',
    pull: '/repos/acme/web/pulls/7',
    list: '/repos/acme/web/issues/7/comments',
    one: /^\/repos\/acme\/web\/issues\/comments\/(\d+)$/,
    statuses: /^\/repos\/acme\/web\/statuses\/(\w+)$/,
    header: 'authorization',
    credential: token => `Bearer ${token}`,
    update: 'PATCH',
    pages: true,
    noCommit: [422, { message: 'No commit found for SHA: 0000000', status: '422' }],
  },
  gitea: {
    base: '/api/v1',
    repository: '/repos/acme/web',
    pull: '/repos/acme/web/pulls/7',
    list: '/repos/acme/web/issues/7/comments',
    one: /^\/repos\/acme\/web\/issues\/comments\/(\d+)$/,
    statuses: /^\/repos\/acme\/web\/statuses\/(\w+)$/,
    header: 'authorization',
    credential: token => `token ${token}`,
    update: 'PATCH',
    pages: false,
    noCommit: [404, { message: "The target couldn't be found.", errors: [] }],
  },
  gitlab: {
    base: '/api/v4',
    repository: '/projects/acme%2Fweb',
    pull: '/projects/acme%2Fweb/merge_requests/7',
    list: '/projects/acme%2Fweb/merge_requests/7/notes',
    one: /^\/projects\/acme%2Fweb\/merge_requests\/7\/notes\/(\d+)$/,
    statuses: /^\/projects\/acme%2Fweb\/statuses\/(\w+)$/,
    header: 'private-token',
    credential: token => token,
    update: 'PUT',
    pages: true,
    noCommit: [404, { message: '404 Commit Not Found' }],
  },
}

const readText = async (incoming: IncomingMessage) => {
  let text = ''
  for await (const chunk of incoming) text += String(chunk)
  return text
}

export type ForgeStub = Awaited<ReturnType<typeof startForge>>

/**
 * Starts a stub of a forge with the repository `acme/web`. It serves the comments of pull request 7 in pages,
 * and the statuses of its commits, with the responses and errors of the real API. Its token is `secret`.
 */
export async function startForge(kind: ForgeKind) {
  const { base, repository, pull, list, one, statuses, header, credential, update, pages, noCommit } =
    apis[kind]
  let comments: StoredComment[] = []
  let nextId = 1
  const sentStatuses: StoredStatus[] = []
  /** Each accepted request, such as `POST /repos/acme/web/issues/7/comments`. */
  const requests: string[] = []
  /** `mayAskWho` is whether the token may read its own user. Tokens of apps may not read it. */
  const state = {
    token: 'secret',
    isFork: false,
    isWritable: true,
    mayAskWho: true,
    /** The commits of the pull request: the last one is its head. */
    commits: [headCommit],
    /** Whether the pull request is open, closed without a merge, or merged at a time (ISO 8601). */
    pull: 'open' as 'open' | 'closed' | { mergedAt: string },
    /** The description of the pull request. */
    description: '' as string | null,
  }
  /** Requests with a path that the product does not use. */
  const strayRequests: string[] = []
  /** Called with each comment that is created, before it is stored. */
  let onCreate: () => void = () => {}
  let intercept: (request: string) => CannedResponse | undefined = () => undefined

  const add = (body: string, author = 1): StoredComment => {
    const comment = { id: nextId++, body, author }
    comments.push(comment)
    return comment
  }
  const described = ({ id, body, author }: StoredComment) =>
    kind === 'gitlab'
      ? { id, body, system: false, author: { id: author } }
      : { id, body, user: { id: author, type: author === 1 && !state.mayAskWho ? 'Bot' : 'User' } }

  function respond(
    method: string,
    path: string,
    url: URL,
    body: string,
  ): [number, unknown?, Record<string, string>?] {
    const id = Number(one.exec(path)?.[1])
    const found = comments.find(each => each.id === id)
    if (path === '/user' && method === 'GET')
      return state.mayAskWho ? [200, { id: 1 }] : [403, { message: 'Resource not accessible by integration' }]
    if (path === repository && method === 'GET') return [200, describedRepository()]
    if (path === pull && method === 'GET') return [200, describedPull()]
    if (path === pull && method === update) {
      const { body: sent, description = sent } = JSON.parse(body) as Record<string, string>
      state.description = description ?? null
      return [200, describedPull()]
    }
    const commit = statuses.exec(path)?.[1]
    if (commit !== undefined && method === 'POST') return setStatus(commit, body)
    if (path === list && method === 'GET') return pageOf(url)
    if (path === list && method === 'POST') {
      onCreate()
      return [201, described(add((JSON.parse(body) as StoredComment).body))]
    }
    if (!one.test(path)) strayRequests.push(`${method} ${path}`)
    if (!found) return [404, { message: 'Not Found' }]
    if (method === update) {
      found.body = (JSON.parse(body) as StoredComment).body
      return [200, described(found)]
    }
    if (method !== 'DELETE') return [405, { message: 'Method Not Allowed' }]
    comments = comments.filter(each => each !== found)
    return [204]
  }

  const describedRepository = () =>
    kind === 'gitlab'
      ? {
          id: 1,
          path_with_namespace: 'acme/web',
          permissions: {
            project_access: { access_level: state.isWritable ? 30 : 20, notification_level: 3 },
            group_access: null,
          },
        }
      : {
          id: 1,
          full_name: 'acme/web',
          permissions: { admin: false, push: state.isWritable, pull: true },
        }

  /**
   * Returns the fields with the state of the pull request. GitLab uses other names for the states than the
   * other forges.
   */
  function pullState() {
    const { pull: shown } = state
    if (typeof shown === 'object')
      return { state: kind === 'gitlab' ? 'merged' : 'closed', merged_at: shown.mergedAt }
    return { state: kind === 'gitlab' && shown === 'open' ? 'opened' : shown, merged_at: null }
  }

  const describedPull = () =>
    kind === 'gitlab'
      ? {
          iid: 7,
          description: state.description,
          ...pullState(),
          sha: state.commits.at(-1),
          source_project_id: state.isFork ? 2 : 1,
          target_project_id: 1,
        }
      : {
          number: 7,
          body: state.description,
          ...pullState(),
          head: {
            sha: state.commits.at(-1),
            repo: { full_name: state.isFork ? 'outsider/web' : 'acme/web' },
          },
          base: { repo: { full_name: 'acme/web' } },
        }

  function setStatus(commit: string, text: string): [number, unknown] {
    if (!state.commits.includes(commit)) return noCommit
    const sent = JSON.parse(text) as Record<
      'state' | 'description' | 'target_url' | 'context' | 'name',
      string
    >
    const last = sentStatuses.at(-1)
    if (kind === 'gitlab' && last?.state === 'pending' && sent.state === 'pending') {
      const reason = 'Cannot transition status via :enqueue from :pending'
      return [400, { message: `${reason} (Reason(s): Status cannot transition via "enqueue")` }]
    }
    sentStatuses.push({
      commit,
      state: sent.state,
      description: sent.description,
      url: sent.target_url,
      context: kind === 'gitlab' ? sent.name : sent.context,
    })
    return [201, { id: sentStatuses.length, ...sent }]
  }

  /** GitLab lists the newest comments first, with system notes among them. */
  function pageOf({ searchParams, pathname }: URL): [number, unknown, Record<string, string>] {
    const system = { id: 0, body: 'changed the title', system: true, author: { id: 1 } }
    const all = kind === 'gitlab' ? [...comments.map(described), system].reverse() : comments.map(described)
    if (!pages) return [200, all, {}]
    const size = Math.min(100, Number(searchParams.get('per_page') ?? 20))
    const page = Number(searchParams.get('page') ?? 1)
    const last = Math.max(1, Math.ceil(all.length / size))
    const link = (to: number, rel: string) => `<${url}${pathname}?page=${to}&per_page=${size}>; rel="${rel}"`
    const links = [...(page < last ? [link(page + 1, 'next')] : []), link(1, 'first'), link(last, 'last')]
    return [200, all.slice((page - 1) * size, page * size), { link: links.join(', ') }]
  }

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const text = await readText(incoming)
    const { method = '', url: target = '' } = incoming
    const parsed = new URL(target, 'http://stub')
    const path = parsed.pathname.startsWith(base) ? parsed.pathname.slice(base.length) : ''
    const request = `${method} ${path}`
    const canned = intercept(request)
    const isAllowed = incoming.headers[header] === credential(state.token)
    if (isAllowed) requests.push(request)
    await canned?.after
    const [status, body, headers] = canned
      ? ([canned.status, canned.body, canned.headers] as const)
      : isAllowed
        ? respond(method, path, parsed, text)
        : ([401, { message: 'Bad credentials' }] as const)
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers })
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  }

  const { url, stop } = await startStub((incoming, outgoing) => void handle(incoming, outgoing))
  return {
    apiUrl: url + base,
    stop,
    state,
    requests,
    strayRequests,
    statuses: sentStatuses,
    add,
    bodies: () => comments.map(each => each.body),
    ids: () => comments.map(each => each.id),
    removeAll: () => {
      comments = []
    },
    /** Runs a function once, just before the next comment is created. */
    beforeNextCreate(run: () => void) {
      onCreate = () => {
        onCreate = () => {}
        run()
      }
    },
    /** Sends canned responses to requests for which the function returns one. */
    respondWith(canned: (request: string) => CannedResponse | undefined) {
      intercept = canned
    },
  }
}

/** Connects a project to the stub. Returns the response. */
export const connectForge = (
  call: Call,
  projectId: string,
  kind: ForgeKind,
  { apiUrl }: { apiUrl: string },
  more: Record<string, unknown> = {},
) =>
  call<ForgeConnection>('PUT', `/api/projects/${projectId}/forge`, {
    kind,
    apiUrl,
    repository: 'acme/web',
    token: 'secret',
    ...more,
  })

/** Starts a stub and connects a project to it. Its list of requests begins after the connection. */
export async function startConnectedForge(
  call: Call,
  projectId: string,
  kind: ForgeKind,
  more: Record<string, unknown> = {},
): Promise<ForgeStub> {
  const forge = await startForge(kind)
  const { status, body } = await connectForge(call, projectId, kind, forge, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  forge.requests.length = 0
  return forge
}

/** Returns the connections of a workspace as its owner sees them. */
export const connectionsOf = async (owner: { call: Call; workspaceId: string }) =>
  (await owner.call<{ connections: ForgeConnection[] }>('GET', `/api/workspaces/${owner.workspaceId}/forges`))
    .body.connections

/** Connects a project to a repository that is never requested. */
export async function insertForgeConnection(server: TestServer, projectId: string): Promise<void> {
  const yes = server.databaseUrl === null ? '1' : 'true'
  await runSql(
    server,
    'INSERT INTO forge_connection ' +
      '(project_id, kind, api_url, repository, token, token_hint, pictures, created_at) ' +
      `VALUES (?, 'github', 'https://api.github.com', 'acme/web', '', '', ${yes}, ?)`,
    [projectId, Date.now()],
  )
}
