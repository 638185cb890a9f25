import { hostname, userInfo } from 'node:os'
import { isCancel, select } from '@clack/prompts'
import type { Command } from 'commander'
import type { ApiResponse } from '#shared/client'
import { capabilities } from '#shared/contract/capabilities'
import { limits } from '#shared/contract/kit/limits'
import { createApi } from '../api'
import { configFile, findServer, saveServer } from '../config'
import { beginLogin, pollLogin } from '../device-login'
import { usageFailure } from '../failure'
import { createOutput, type Output } from '../output'
import { waitNote, type GlobalOptions } from '../session'
import { seconds } from './arguments'

interface Options extends GlobalOptions {
  workspace?: string
  name?: string
  timeout?: number
}

/** Adds `exhibit login`. */
export function addLogin(program: Command): void {
  program
    .command('login')
    .summary('Sign in to a server: a person approves in the browser')
    .description(
      'Prints an address and a code, with which a person approves this login in a browser on any device, ' +
        'and waits for that. Then saves an agent token. Run it again to go on waiting for the same code.',
    )
    .argument('[url]', 'address of the server (default: EXHIBIT_URL, else the last one)')
    .option('--workspace <id>', 'the workspace of the token, for people who are in several')
    .option('--name <text>', 'name of the token (default: the user and host)')
    .option('--timeout <seconds>', 'how long to wait (default: as long as the code is valid)', seconds)
    .action(async (url: string | undefined, _options, command: Command) =>
      run(url, command.optsWithGlobals()),
    )
}

async function run(url: string | undefined, options: Options): Promise<void> {
  const output = createOutput(options.json ?? false)
  const server = await findServer(url ?? options.server)
  const login = await beginLogin(server)
  output.result(
    {
      verificationUrl: login.verificationUrl,
      userCode: login.userCode,
      expiresAt: new Date(login.expiresAt).toISOString(),
    },
    `Open ${login.verificationUrl} and approve the code ${login.userCode}.`,
  )
  const deadline = options.timeout === undefined ? Infinity : Date.now() + options.timeout * 1000
  const sessionToken = await pollLogin(server, login, deadline)
  const api = createApi({ server, token: sessionToken, onWait: waitNote(output) })
  const me = await api.call('GET /api/me')
  const workspace = await chooseWorkspace(me, options.workspace, output)
  const name = (options.name ?? `${userName()}@${hostname()}`).slice(0, limits.tokenName)
  const { token, id } = await api.call('POST /api/tokens', {
    body: { workspaceId: workspace.id, name, capabilities: [...capabilities] },
  })
  await saveServer(server, { token })
  output.result(
    { server, workspaceId: workspace.id, workspace: workspace.name, tokenId: id, configFile: configFile() },
    `Signed in to ${server}, workspace "${workspace.name}". The token is in ${configFile()}.`,
  )
}

const userName = () => {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user without a name.
    return 'exhibit'
  }
}

type Me = ApiResponse<'GET /api/me'>
type Workspace = Me['workspaces'][number]

/**
 * Returns the workspace that is named, else the only one, else the one a person chooses in the terminal.
 * Without a terminal that is the one they last used in the dashboard: failing here would waste their
 * approval.
 */
async function chooseWorkspace(
  { workspaces, workspace: latest }: Me,
  given: string | undefined,
  output: Output,
): Promise<Workspace> {
  const listed = workspaces.map(each => `${each.name} (${each.id})`).join(', ')
  const again = 'Run "exhibit login" again with --workspace ID.'
  if (given !== undefined) {
    const named = workspaces.find(each => each.id === given)
    if (named) return named
    throw usageFailure(`You are not in the workspace ${given}, but in: ${listed}.`, again)
  }
  if (workspaces.length > 1 && output.canAsk) {
    const options = workspaces.map(each => ({ value: each, label: each.name }))
    const chosen = await select({ message: 'Which workspace?', options, output: process.stderr })
    if (!isCancel(chosen)) return chosen
  } else if (latest) return latest
  throw usageFailure(`No workspace was chosen of: ${listed}.`, again)
}
