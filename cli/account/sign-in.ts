import { printable } from '#shared/text/printable'
import { hostname } from 'node:os'
import { isCancel, select } from '@clack/prompts'
import type { ApiResponse } from '#shared/client'
import { capabilities } from '#shared/contract/capabilities'
import { limits } from '#shared/contract/kit/limits'
import { agentProgram } from '../agent-program'
import { createApi, waitNote } from '../api'
import { changeServer } from './config'
import { beginLogin, pollLogin } from './device-login'
import { usageFailure } from '../failure'
import type { Output } from '../output'
import { programName } from '../package-info'

/** The URL and the code with which a person approves a login. */
export interface LoginRequest {
  verificationUrl: string
  /** The code of the login in the form that the page shows: `ABCD-EFGH`. */
  userCode: string
  /** When the code expires, in ISO 8601. */
  expiresAt: string
  /** The next step of the person, as one sentence. */
  message: string
}

interface SignInOptions {
  /** The id of the workspace that the token is for. */
  workspace?: string
  /** The name of the new token. */
  name?: string
  /** How long to wait for the approval, in seconds. Default: until the code expires. */
  timeout?: number
}

interface SignedIn {
  token: string
  tokenId: string
  workspace: Workspace
}

/**
 * Signs in to a server: calls `show` with the URL and the code for the person, waits for the approval, and
 * saves an agent token. Throws a `Failure` if the person denied the login, if the code has expired, or
 * if the timeout has passed.
 */
export async function signIn(
  server: string,
  { workspace: named, name = defaultName(), timeout = Infinity }: SignInOptions,
  output: Output,
  show: (request: LoginRequest) => void,
): Promise<SignedIn> {
  const login = await beginLogin(server)
  const { verificationUrl, userCode, expiresAt } = login
  show({
    verificationUrl,
    userCode,
    expiresAt: new Date(expiresAt).toISOString(),
    message: `Open ${verificationUrl} and approve the code ${userCode}.`,
  })
  const sessionToken = await pollLogin(server, login, Date.now() + timeout * 1000, output)
  const api = createApi({ server, token: sessionToken, onWait: waitNote(output) })
  const workspace = await chooseWorkspace(await api.call('GET /api/me'), named, output)
  const { token, id } = await api.call('POST /api/tokens', {
    body: {
      workspaceId: workspace.id,
      name: name.slice(0, limits.tokenName),
      capabilities: [...capabilities],
    },
  })
  await changeServer(server, () => ({ token }))
  return { token, tokenId: id, workspace }
}

const defaultName = () => agentProgram() ?? `CLI on ${hostname()}`

type Me = ApiResponse<'GET /api/me'>
type Workspace = Me['workspaces'][number]

/**
 * Returns the given workspace, else the only workspace of the person, else the workspace that the person
 * chooses in the terminal. Without a terminal, returns the workspace that the person last used in the
 * dashboard: if this function threw an error instead, the person would have to approve the login again.
 */
async function chooseWorkspace(
  { workspaces, workspace: latest }: Me,
  given: string | undefined,
  output: Output,
): Promise<Workspace> {
  const listed = workspaces.map(each => `${each.name} (${each.id})`).join(', ')
  const again = `Run "${programName()} login" again with --workspace ID.`
  if (given !== undefined) {
    const named = workspaces.find(each => each.id === given)
    if (named) return named
    throw usageFailure(`You are not in the workspace ${given}, but in: ${listed}.`, again)
  }
  if (workspaces.length > 1 && output.canAsk) {
    const options = workspaces.map(each => ({ value: each, label: printable(each.name) }))
    const chosen = await select({ message: 'Which workspace?', options, output: process.stderr })
    if (!isCancel(chosen)) return chosen
  } else if (latest) return latest
  throw usageFailure(`No workspace was chosen of: ${listed}.`, again)
}
