import { createAuthenticator, type Authenticator } from './authenticator'
import type { Failure } from '../server/client'
import { password } from './sessions'
import { requestSignUp } from './sign-up'
import { RedirectClient } from './redirects'
import type { TestServer } from '../server/server'

/** The public URL of servers in tests of passkeys. Browsers do not allow passkeys at an IP address. */
export const passkeyOrigin = 'http://localhost'

const options = async (browser: RedirectClient, server: TestServer, path: string) =>
  browser.send(`${server.url}/api/auth/passkey/generate-${path}-options`)

type Deviation = Parameters<Authenticator['register']>[1]

/** Returns a browser in which a new person with a password is signed in. */
export async function signedIn(server: TestServer, email: string): Promise<RedirectClient> {
  await requestSignUp(server, email, { email })
  return signInAgain(server, email)
}

export async function signInAgain(server: TestServer, email: string): Promise<RedirectClient> {
  const browser = new RedirectClient()
  await browser.post(`${server.url}/api/auth/sign-in/email`, { email, password })
  return browser
}

/**
 * Creates a passkey for the account of a browser. Returns a function that sends the passkey to the server.
 */
export async function preparePasskey(
  browser: RedirectClient,
  server: TestServer,
  { name = 'Laptop', authenticator = createAuthenticator(passkeyOrigin), ...deviation }: Addition = {},
) {
  const begun = await options(browser, server, 'register')
  const result = await resultOf(begun.clone())
  if (begun.status !== 200) return async () => ({ authenticator, ...result })
  const response = authenticator.register((await begun.json()) as { challenge: string }, deviation)
  const url = `${server.url}/api/auth/passkey/verify-registration`
  return async () => ({ authenticator, ...(await resultOf(await browser.post(url, { name, response }))) })
}

/** Adds a passkey to the account of a browser. Returns the passkey and the response of the server. */
export async function addPasskey(browser: RedirectClient, server: TestServer, addition?: Addition) {
  const send = await preparePasskey(browser, server, addition)
  return send()
}

interface Addition extends NonNullable<Deviation> {
  name?: string
  authenticator?: Authenticator
}

/**
 * Signs a browser in with a passkey. Returns the response, and the sent body, so that a test can send it
 * again.
 */
export async function signInWithPasskey(
  server: TestServer,
  authenticator: Authenticator,
  { browser = new RedirectClient(), ...deviation }: { browser?: RedirectClient } & Deviation = {},
) {
  const begun = await options(browser, server, 'authenticate')
  if (begun.status !== 200) return { browser, sent: {}, ...(await resultOf(begun)) }
  const challenge = (await begun.json()) as { challenge: string }
  const sent = { response: authenticator.authenticate(challenge, deviation) }
  const url = `${server.url}/api/auth/passkey/verify-authentication`
  return { browser, sent, ...(await resultOf(await browser.post(url, sent))) }
}

async function resultOf(response: Response) {
  return { status: response.status, body: (await response.json()) as Failure }
}
