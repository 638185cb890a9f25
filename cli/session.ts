import { createApi, type Api } from './api'
import { findServer, findToken } from './config'
import { exitCodes, Failure } from './failure'
import { createOutput, type Output } from './output'

/** The options that every command takes. */
export interface GlobalOptions {
  json?: boolean
  server?: string
}

/** What a command works with. */
export interface Session {
  api: Api
  output: Output
}

/** Returns the client of the chosen server with its token. Throws a {@link Failure} if there is no token. */
export async function openSession({ json = false, server: given }: GlobalOptions): Promise<Session> {
  const output = createOutput(json)
  const server = await findServer(given)
  const token = await findToken(server)
  if (!token) throw notSignedIn(server)
  return { api: createApi({ server, token, onWait: waitNote(output) }), output }
}

/** Returns the failure of a call to a server without a token. */
export const notSignedIn = (server: string) =>
  new Failure(
    'not_signed_in',
    `Not signed in to ${server}.`,
    `Run "exhibit login ${server}", or set EXHIBIT_TOKEN to an agent token.`,
    exitCodes.notSignedIn,
  )

/** Returns a function that tells people why nothing happens. */
export const waitNote = (output: Output) => (seconds: number) => {
  if (seconds > 1) output.note(`The server asks to wait ${seconds} s.`)
}
