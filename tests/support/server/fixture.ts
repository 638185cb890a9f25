import { signUp, type Call, type Person } from './client'
import { pngImage } from '../media/samples'
import { sharedServer, startServer, type ServerOptions, type TestServer } from './server'

/** The resources with which most tests of the API begin. */
export interface Fixture {
  server: TestServer
  person: Person
  /** Calls with a token of the person's that has every capability. */
  agent: Call
  projectId: string
  /** A picture of 64 × 48 pixels. */
  png: Buffer
}

/**
 * Creates a person and a project on the server with these settings that the test files of this worker share.
 * For tests that do not move the clock, and do not end or stop the server.
 */
export const sharedFixture = async (
  env: Record<string, string> = {},
  options?: ServerOptions,
): Promise<Fixture> => fixtureOn(await sharedServer(env, options))

/** Creates a person and a project on a server of its own. The caller stops the server. */
export const ownFixture = async (
  env: Record<string, string> = {},
  options?: ServerOptions,
): Promise<Fixture> => fixtureOn(await startServer(env, options))

/** Creates a person and a project on a server. `headers` are sent with each of their calls. */
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
