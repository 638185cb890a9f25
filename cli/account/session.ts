import { createApi, waitNote, type Api } from '../api'
import type { ReviewOptions } from '../change/change'
import { isCi } from '../change/ci'
import { findReview, requireNamedReview } from '../change/review'
import { environmentToken, findServer, findToken } from './config'
import { exitCodes } from '../exit-codes'
import { Failure } from '../failure'
import { createOutput, type Output } from '../output'
import { programName } from '../package-info'
import { signIn } from './sign-in'

/** The options that every command accepts. */
export interface GlobalOptions {
  json?: boolean
  server?: string
  /** Whether a person may be asked to sign in; true by default. */
  login?: boolean
}

/** The API client and the output of a command. */
export interface Session {
  api: Api
  output: Output
}

/**
 * Returns the output, and the API client of the chosen server with its token. If there is no token, first
 * waits until a person has signed in. In CI, or with `--no-login`, throws a {@link Failure} instead of
 * waiting.
 */
export async function openSession({
  json = false,
  server: given,
  login = true,
}: GlobalOptions): Promise<Session> {
  const output = createOutput(json)
  const server = await findServer(given)
  const maySignIn = login && !isCi()
  const found = await findToken(server)
  if (!found && !maySignIn) throw notSignedIn(server)
  const token = found ?? (await signInNow(server, output))
  const isSaved = found !== undefined && found !== environmentToken()
  const api = createApi({
    server,
    token,
    onWait: waitNote(output),
    ...(isSaved && maySignIn && { renewToken: () => signInNow(server, output, token) }),
  })
  return { api, output }
}

/**
 * Opens a session like {@link openSession} for a command about an existing review, and also returns the id of
 * the review. First checks that the options or the change identify a review, so that a person does not sign
 * in for a command that must fail.
 */
export async function openReviewSession(
  options: GlobalOptions & ReviewOptions,
): Promise<Session & { id: string }> {
  await requireNamedReview(options)
  const session = await openSession(options)
  return { ...session, id: await findReview(session.api, options) }
}

/**
 * Signs in and returns the new token. `ended` is the saved token that the server does not accept any more.
 */
async function signInNow(server: string, output: Output, ended?: string): Promise<string> {
  if (ended) output.note(`${server} no longer accepts the saved token.`)
  try {
    const { token, workspace } = await signIn(server, {}, output, request =>
      output.prompt(request, `${request.message} Waiting for that.`),
    )
    output.note(`Signed in to ${server}, workspace "${workspace.name}".`)
    return token
  } catch (error) {
    // Another command may have completed the same login during the wait.
    const token = await findToken(server)
    if (token && token !== ended) return token
    throw error
  }
}

/** Returns the failure of a command without a token for the server. */
export const notSignedIn = (server: string) =>
  new Failure(
    'not_signed_in',
    `Not signed in to ${server}.`,
    `Run "${programName()} login ${server}", or set EXHIBIT_TOKEN to an agent token.`,
    exitCodes.notSignedIn,
  )
