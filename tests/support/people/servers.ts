import { signUp, type Person } from '../server/client'
import { fixtureOn, type Fixture } from '../server/fixture'
import { sharedServerWithClock, type TestServer } from '../server/server'
import { preloading } from '../server/preload'
import { sharedMail } from '../stubs/mail'
import { sharedStripe } from '../stubs/stripe'
import { adminEmail, administratorOf, type Administrator } from './admin'

/*
 * The servers that test files of a worker share in addition to `sharedServer()`, each with settings for the
 * tests of many files. Their clocks move, and their timers with them, so that people sign up in the test that
 * needs them, or at the beginning of its file, and times are compared with `server.now()`.
 */

/** The email of a second administrator, once it is confirmed. */
export const secondAdminEmail = 'bo@example.com'
export const metricsToken = 'a-token-for-the-tests'

const followingClock = preloading('timers', 'quick-passwords')
const firstAccounts = new Map<TestServer, Promise<Person>>()

/** The first account has the email of an administrator, which is unconfirmed. */
async function withFirstAccount(env: Record<string, string>): Promise<TestServer> {
  const ADMINS = `${adminEmail}, Bo@Example.com`
  const server = await sharedServerWithClock({ ...followingClock, ADMINS, LOG_LEVEL: 'info', ...env })
  const first = firstAccounts.get(server) ?? signUp(server, 'Ada', { email: adminEmail })
  firstAccounts.set(server, first)
  await first
  return server
}

/**
 * A server with an administrator and without limits, which sweeps by its clock (`sweepOnTime`) but deletes no
 * media, and sends webhooks to private addresses.
 */
export const clockServer = () =>
  withFirstAccount({
    UNCLAIMED_WORKSPACES: 'on',
    WEBHOOKS_TO_PRIVATE: 'on',
    FORGES_TO_PRIVATE: 'on',
    METRICS_TOKEN: metricsToken,
  })

/** Signs the administrator of {@link clockServer} in, and creates a person and a project of theirs. */
export async function adminFixture(): Promise<Fixture & Administrator> {
  const server = await clockServer()
  return { ...(await fixtureOn(server)), ...(await administratorOf(server)) }
}

/** A server with billing, and so with the limits and the retention of plans, which sweeps by its clock. */
export async function paidServer() {
  const stripe = await sharedStripe()
  const server = await withFirstAccount({
    ...stripe.env,
    UNCLAIMED_WORKSPACES: 'on',
    CLI_CLIENT_ID: 'acme-cli',
  })
  return { server, stripe }
}

/** A server that sends mail. */
export async function mailServer() {
  const mail = await sharedMail()
  const server = await withFirstAccount({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Exhibit <exhibit@acme.example>',
  })
  return { server, mail }
}

/** A server with rate limits. Each person and each client there has an address of its own. */
export const limitedServer = () =>
  sharedServerWithClock({
    RATE_LIMITS: 'on',
    TRUST_PROXY: 'on',
    UNCLAIMED_WORKSPACES: 'on',
  })

let addresses = 0

/** Returns the header with which a proxy reports a client address that no other test of this worker has. */
export function newAddress(): Record<string, string> {
  addresses++
  // An address of the block for benchmarks (RFC 2544).
  return { 'x-forwarded-for': `198.18.${Math.floor(addresses / 250)}.${addresses % 250}` }
}

/** Creates a person and a project on the server with rate limits, at an address of their own. */
export const limitedFixture = async (): Promise<Fixture> => fixtureOn(await limitedServer(), newAddress())
