import { signUp, type Person } from './sign-up'
import { fixtureOn, type Fixture } from '../server/fixture'
import { sharedServerWithClock, type TestServer } from '../server/server'
import { preloading } from '../server/preload'
import { sharedMail } from '../stubs/mail'
import { sharedStripe } from '../stubs/stripe'
import { adminEmail, administratorOf, type Administrator } from './admin'

/*
 * The servers that the test files of a worker share in addition to `sharedServer()`. Each of them has
 * settings that the tests of many files need. Tests move the clocks and timers of these servers. Therefore,
 * people must sign up in the test that needs them or at the beginning of its file, and times must be compared
 * with `server.now()`.
 */

/** The email address of a second administrator, who may administer once the address is confirmed. */
export const secondAdminEmail = 'bo@example.com'
export const metricsToken = 'a-token-for-the-tests'
/** `ADMIN_TOKEN` of the servers that have one. */
export const adminToken = 'an-admin-token-for-the-tests-0001'

const followingClock = preloading('timers', 'quick-passwords')
const firstAccounts = new Map<TestServer, Promise<Person>>()

/**
 * Starts a server on which the first account has the email address of an administrator, which is unconfirmed.
 */
async function withFirstAccount(env: Record<string, string>): Promise<TestServer> {
  const ADMINS = `${adminEmail}, Bo@Example.com`
  const server = await sharedServerWithClock({ ...followingClock, ADMINS, LOG_LEVEL: 'info', ...env })
  const first = firstAccounts.get(server) ?? signUp(server, 'Ada', { email: adminEmail })
  firstAccounts.set(server, first)
  await first
  return server
}

/**
 * Returns a server with an administrator and `ADMIN_TOKEN`, and without limits. It sweeps when its clock is
 * moved (`sweepOnTime`), deletes no media, and may send webhooks to private addresses.
 */
export const clockServer = () =>
  withFirstAccount({
    UNCLAIMED_WORKSPACES: 'on',
    WEBHOOKS_TO_PRIVATE: 'on',
    FORGES_TO_PRIVATE: 'on',
    METRICS_TOKEN: metricsToken,
    ADMIN_TOKEN: adminToken,
  })

/** Signs in the administrator of {@link clockServer}, and creates a person with a project. */
export async function adminFixture(): Promise<Fixture & Administrator> {
  const server = await clockServer()
  return { ...(await fixtureOn(server)), ...(await administratorOf(server)) }
}

/**
 * Returns a server with billing, and so with plan limits and retention. It sweeps when its clock is moved.
 */
export async function paidServer() {
  const stripe = await sharedStripe()
  const server = await withFirstAccount({
    ...stripe.env,
    UNCLAIMED_WORKSPACES: 'on',
    CLI_CLIENT_ID: 'acme-cli',
  })
  return { server, stripe }
}

/** Returns a server that sends mail, and its mail server. */
export async function mailServer() {
  const mail = await sharedMail()
  const server = await withFirstAccount({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Exhibit <exhibit@acme.example>',
  })
  return { server, mail }
}

/**
 * Returns a server with rate limits, and with `ADMIN_TOKEN` but without administrators. Each person and each
 * client on it should have a separate client address.
 */
export const limitedServer = () =>
  sharedServerWithClock({
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'on',
    UNCLAIMED_WORKSPACES: 'on',
    ADMIN_TOKEN: adminToken,
  })

/** Returns a server that sends mail and has rate limits, and its mail server. */
export async function limitedMailServer() {
  const mail = await sharedMail()
  const server = await sharedServerWithClock({
    ...followingClock,
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'on',
    SMTP_URL: mail.url,
  })
  return { server, mail }
}

let addresses = 0

/** Returns a proxy header with a client address that no other test of this worker has. */
export function newAddress(): Record<string, string> {
  addresses++
  // Uses the addresses that RFC 2544 reserves for benchmarks.
  return { 'x-forwarded-for': `198.18.${Math.floor(addresses / 250)}.${addresses % 250}` }
}

/** Creates a person and a project on the server with rate limits, with a separate client address. */
export const limitedFixture = async (): Promise<Fixture> => fixtureOn(await limitedServer(), newAddress())
