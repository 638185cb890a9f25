import { printable } from '#shared/text/printable'
import { hostname } from 'node:os'
import { isCancel, select } from '@clack/prompts'
import type { ApiResponse } from '#shared/client'
import { capabilities } from '#shared/contract/capabilities'
import { limits } from '#shared/contract/kit/limits'
import { agentProgram } from '../agent-program'
import { createApi, waitNote } from '../api'
import { saveServer } from './config'
import { beginLogin, pollLogin } from './device-login'
import { usageFailure } from '../failure'
import type { Output } from '../output'
import { programName } from '../package-info'

/** The address and the code with which a person approves a login. */
export interface LoginRequest {
  verificationUrl: string
  /** The code as the page shows it: `ABCD-EFGH`. */
  userCode: string
  /** The time in ISO 8601. */
  expiresAt: string
  /** One sentence for the person. */
  message: string
}

interface SignInOptions {
  /** The id of the workspace of the token. */
  workspace?: string
  /** The name of the token. */
  name?: string
  /** The time to wait, in seconds: until the code expires by default. */
  timeout?: number
}

interface SignedIn {
  token: string
  tokenId: string
  workspace: Workspace
}

/**
 * Signs in to a server: calls `show` with the address and the code for the person, waits for the approval,
 * and saves an agent token. Throws a {@link Failure} when they denied it, and when the code or the time has
 * run out.
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
  await saveServer(server, { token })
  return { token, tokenId: id, workspace }
}

const defaultName = () => agentProgram() ?? `CLI on ${hostname()}`

type Me = ApiResponse<'GET /api/me'>
type Workspace = Me['workspaces'][number]

/**
 * Returns the workspace that is named, else the only one, else the one a person chooses in the terminal.
 * Without a terminal it is the one they last used in the dashboard: an error would waste their approval.
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
