import { signUp, type Call, type Person } from './client'
import { picture } from './samples'
import { startServer, type TestServer } from './server'

/** What most tests of the API begin with. */
export interface Stage {
  server: TestServer
  person: Person
  /** Calls with a token of the person's that may do everything. */
  agent: Call
  projectId: string
  /** A picture of 64 × 48 pixels. */
  png: Buffer
}

/** Starts a built server of its own, with a person and a project. Who asks for it stops the server. */
export async function startStage(env: Record<string, string> = {}): Promise<Stage> {
  const server = await startServer(env)
  const person = await signUp(server)
  return {
    server,
    person,
    agent: await person.agent(),
    projectId: await person.project(),
    png: await picture(64, 48).png().toBuffer(),
  }
}
