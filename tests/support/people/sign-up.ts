import { capabilities, type Capability } from '#shared/contract/capabilities'
import { runSql, type TestDatabase } from '../data/database'
import { caller, type Call } from '../server/client'
import type { TestServer } from '../server/server'
import { cookiesOf, password } from './sessions'

/** A person who is signed in, with their own workspace. */
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
  server: Pick<TestServer, 'url'>,
  name: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) =>
  fetch(`${server.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ name, email: `person${people++}@example.com`, password, ...more }),
  })

/** Returns the email address of a person. */
export const emailOf = async (person: Person) =>
  (await person.call<{ user: { email: string } }>('GET', '/api/me')).body.user.email

/** Signs up a new person. `headers` are also sent with each of their calls. */
export async function signUp(
  server: Pick<TestServer, 'url' | 'log'>,
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

/** Confirms the email of a person, as following a mailed link or signing in through a provider does. */
export const confirmEmail = (server: TestDatabase, { id }: Pick<Person, 'id'>) =>
  runSql(
    server,
    `UPDATE "user" SET email_verified = ${server.databaseUrl === null ? 1 : 'true'} WHERE id = ?`,
    [id],
  )

/**
 * Signs up a new person, who joins the workspace of another person by invitation. `headers` are also sent
 * with each of their calls.
 */
export async function joined(
  server: TestServer,
  owner: Person,
  name: string,
  role: 'member' | 'reviewer',
  headers: Record<string, string> = {},
): Promise<Person> {
  const { body } = await owner.call<{ token: string }>(
    'POST',
    `/api/workspaces/${owner.workspaceId}/invitations`,
    { role },
  )
  const person = await signUp(server, name, {}, headers)
  const { status } = await person.call('POST', `/api/invite/${body.token}`)
  if (status !== 200) throw new Error(`joining failed with ${status}`)
  return person
}
