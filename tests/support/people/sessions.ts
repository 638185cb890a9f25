import type { TestServer } from '../server/server'

/** The password of every person that `signUp` makes. */
export const password = 'correct horse battery'

/** Signs a person in once more. Returns the cookies of the new session. */
export async function cookieOf(server: TestServer, email: string, userAgent = 'node'): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email, password }),
  })
  return cookiesOf(response)
}

/** Returns the cookies that a response sets, as a Cookie header. */
export const cookiesOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')

/** Another session of a person, with a function that signs it out. */
export interface Session {
  cookie: string
  end: () => Promise<void>
}

/** Signs a person in once more, and returns the new session. */
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
