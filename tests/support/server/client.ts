import type { DeclarationResult, CompletionResult } from '#shared/contract/upload'
import type { CreatedReview } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { capabilities, type Capability } from '#shared/contract/capabilities'
import { assertInContract } from './contract'
import type { TestServer } from './server'

/** A response with its parsed body. */
export interface ApiResponse<T = unknown> {
  status: number
  headers: Headers
  body: T
}

/** The data in an error envelope. */
export interface Failure {
  statusCode: number
  statusMessage: string
  data: {
    error: string
    message: string
    hint: string | null
    field: string | null
    requestId: string
    used?: number
    limit?: number
    plan?: string
    reasons?: string[]
  }
}

/** Returns the body of an error without the id of its request, so that two errors can be compared. */
export const withoutRequestId = ({ body }: { body: Failure }): Failure => ({
  ...body,
  data: { ...body.data, requestId: '' },
})

export type Call = <T = Failure>(
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse<T>>

/** `/openapi.json` describes only the device login of the paths of the sign-in library. */
const isDocumented = (path: string) =>
  /^\/(?:v1|api)(?:\/|$)/.test(path) && !/^\/api\/auth\/(?!device\/(?:code|token)$)/.test(path)

/**
 * Returns a function that calls the server with these headers, and sends forms and JSON bodies. Compares
 * every response with the server's own `/openapi.json`.
 */
export function caller(server: Pick<TestServer, 'url' | 'log'>, always: Record<string, string> = {}): Call {
  return async <T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(path, server.url), {
      method,
      headers: {
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...always,
        ...headers,
      },
      body:
        body === undefined || body instanceof FormData || typeof body === 'string'
          ? body
          : JSON.stringify(body),
    })
    const text = await response.text()
    // The body of a 500 does not state its cause, which the output of a failed test must contain.
    if (response.status === 500) console.error(`${method} ${path} failed; the server's log:\n${server.log()}`)
    const type = response.headers.get('content-type')
    const parsed: unknown = type?.includes('json') ? JSON.parse(text) : text
    const { pathname } = new URL(path, server.url)
    if (isDocumented(pathname))
      await assertInContract(server.url, {
        method,
        path: pathname,
        status: response.status,
        headers: response.headers,
        body: parsed,
      })
    return { status: response.status, headers: response.headers, body: parsed as T }
  }
}

export interface Person {
  id: string
  call: Call
  cookie: string
  workspaceId: string
  /** Creates a token and returns its secret. */
  token: (options?: { capabilities?: readonly Capability[]; projectId?: string }) => Promise<string>
  /** Creates a token. Returns a function that calls the server with this token. */
  agent: (options?: { capabilities?: readonly Capability[]; projectId?: string }) => Promise<Call>
  project: (name?: string) => Promise<string>
}

let people = 0

/**
 * Requests an account. `headers` can contain a client address that a proxy reports, or another User-Agent.
 */
export const requestSignUp = (
  server: TestServer,
  name: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name, email: `person${people++}@example.com`, password, ...more }),
  })

/** The password of every person that {@link signUp} makes. */
export const password = 'correct horse battery'

/** Signs a person in again. Returns the cookies of the new session. */
export async function cookieOf(server: TestServer, email: string, userAgent = 'node'): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password }),
  })
  return cookiesOf(response)
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')

/** Another session of a person, with a function that signs it out. */
export interface Session {
  cookie: string
  end: () => Promise<void>
}

/** Signs a person in again. */
export async function startSession(server: TestServer, email: string): Promise<Session> {
  const cookie = await cookieOf(server, email)
  const headers = { 'content-type': 'application/json', 'origin': server.url, cookie }
  return {
    cookie,
    async end() {
      const response = await fetch(`${server.url}/api/auth/sign-out`, { method: 'POST', headers, body: '{}' })
      if (!response.ok) throw new Error(`signing out failed with ${response.status}`)
    },
  }
}

/** Returns the email address of a person. */
export const emailOf = async (person: Person) =>
  (await person.call<{ user: { email: string } }>('GET', '/api/me')).body.user.email

/** Signs up a new person. `headers` are also sent with each of their calls. */
export async function signUp(
  server: TestServer,
  name = 'Ann',
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Person> {
  const response = await requestSignUp(server, name, more, headers)
  if (!response.ok) throw new Error(await response.text())
  const cookie = cookiesOf(response)
  const call = caller(server, { ...headers, cookie })
  const me = await call<{ user: { id: string }; workspace: { id: string } }>('GET', '/api/me')
  const workspaceId = me.body.workspace.id
  const token: Person['token'] = async ({ capabilities: wanted = capabilities, projectId } = {}) =>
    (
      await call<{ token: string }>('POST', '/api/tokens', {
        name: 'ci-agent',
        workspaceId,
        projectId,
        capabilities: wanted,
      })
    ).body.token
  return {
    id: me.body.user.id,
    call,
    cookie,
    workspaceId,
    token,
    agent: async options => caller(server, { ...headers, authorization: `Bearer ${await token(options)}` }),
    async project(projectName = 'Acme web') {
      const { body } = await call<{ project: { id: string } }>('POST', '/api/projects', {
        name: projectName,
        workspaceId,
      })
      return body.project.id
    },
  }
}

/** Signs up a new person, who joins the workspace of another person by invitation. */
export async function joined(
  server: TestServer,
  owner: Person,
  name: string,
  role: 'member' | 'reviewer',
): Promise<Person> {
  const { body } = await owner.call<{ token: string }>(
    'POST',
    `/api/workspaces/${owner.workspaceId}/invitations`,
    { role },
  )
  const person = await signUp(server, name)
  const { status } = await person.call('POST', `/api/invite/${body.token}`)
  if (status !== 200) throw new Error(`joining failed with ${status}`)
  return person
}

export const newReview = async (agent: Call, projectId: string, title = 'Totals wrap') =>
  (await agent<CreatedReview>('POST', '/v1/reviews', { title, projectId })).body.review.id

/** Returns the threads of a review, of every status. */
export const threadsOf = async (agent: Call, reviewId: string) =>
  (await agent<{ threads: Thread[] }>('GET', `/v1/reviews/${reviewId}/threads?status=all`)).body.threads

/** Sends bytes to an upload URL. */
export const put = (uploadUrl: string, data: Buffer | ReadableStream, init: RequestInit = {}) =>
  fetch(uploadUrl, { method: 'PUT', body: data as BodyInit, duplex: 'half', ...init } as RequestInit)

/** Sends the bytes of an upload. Throws the response of the server if the server rejects them. */
async function putWhole(uploadUrl: string, data: Buffer): Promise<void> {
  const response = await put(uploadUrl, data)
  if (!response.ok) throw new Error(await response.text())
}

/** Declares the upload of a new artifact, which is a PNG unless `more` says otherwise. */
export const declareUpload = (
  agent: Call,
  reviewId: string,
  more: Record<string, unknown>,
): Promise<ApiResponse<DeclarationResult>> =>
  agent<DeclarationResult>('POST', '/v1/artifacts/uploads', {
    reviewId,
    kind: 'image',
    title: 'Dashboard',
    mime: 'image/png',
    ...more,
  })

/** Declares, sends and completes one piece of evidence. */
export async function upload(
  agent: Call,
  reviewId: string,
  data: Buffer,
  more: Record<string, unknown> = {},
): Promise<CompletionResult> {
  const declared = await declareUpload(agent, reviewId, { bytes: data.length, ...more })
  if (declared.status !== 201) throw new Error(JSON.stringify(declared.body))
  await putWhole(declared.body.uploadUrl, data)
  const completed = await agent<CompletionResult>(
    'POST',
    `/v1/artifacts/${declared.body.artifactId}/complete`,
    { revisionId: declared.body.revisionId },
  )
  if (completed.status !== 200) throw new Error(JSON.stringify(completed.body))
  return completed.body
}

/** Declares, sends and completes another revision. */
export async function revise(
  agent: Call,
  artifactId: string,
  data: Buffer,
  more: Record<string, unknown> = {},
): Promise<CompletionResult> {
  const declared = await agent<DeclarationResult>('POST', `/v1/artifacts/${artifactId}/revisions`, {
    mime: 'image/png',
    bytes: data.length,
    ...more,
  })
  if (declared.status !== 201) throw new Error(JSON.stringify(declared.body))
  await putWhole(declared.body.uploadUrl, data)
  return (
    await agent<CompletionResult>('POST', `/v1/artifacts/${artifactId}/complete`, {
      revisionId: declared.body.revisionId,
    })
  ).body
}
