import type { Call } from './client'
import { signUp, type Person } from '../people/sign-up'
import { pngImage } from '../media/samples'
import { sharedServer, startServer, type ServerOptions, type TestServer } from './server'

/** The resources that most API tests need. */
export interface Fixture {
  server: TestServer
  person: Person
  /** Calls the server with a token of the person that has every capability. */
  agent: Call
  projectId: string
  /** A picture of 64 × 48 pixels. */
  png: Buffer
}

/**
 * Creates a person and a project on the server that the test files of this worker share for these settings.
 * Only for tests that neither move the clock nor stop the server.
 */
export const sharedFixture = async (
  env: Record<string, string> = {},
  options?: ServerOptions,
): Promise<Fixture> => fixtureOn(await sharedServer(env, options))

/** Creates a person and a project on a new server. The caller stops this server. */
export const ownFixture = async (
  env: Record<string, string> = {},
  options?: ServerOptions,
): Promise<Fixture> => fixtureOn(await startServer(env, options))

/**
 * Creates a person and a project on a server. `headers` are sent with each call of the person and the agent.
 */
export async function fixtureOn(server: TestServer, headers: Record<string, string> = {}): Promise<Fixture> {
  const person = await signUp(server, 'Ann', {}, headers)
  return {
    server,
    person,
    agent: await person.agent(),
    projectId: await person.project(),
    png: await pngImage(64, 48),
  }
}
