import type { Command } from 'commander'
import { configFile, findServer } from '../account/config'
import { createOutput } from '../output'
import type { GlobalOptions } from '../account/session'
import { signIn } from '../account/sign-in'
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
    .argument(
      '[url]',
      'address of the server (default: EXHIBIT_URL, else the last login, else the server of this package)',
    )
    .option('--workspace <id>', 'the workspace of the token, for people who are in several')
    .option('--name <text>', 'name of the token (default: the program of the agent, else "CLI on HOST")')
    .option('--timeout <seconds>', 'how long to wait (default: as long as the code is valid)', seconds)
    .action(async (url: string | undefined, _options, command: Command) =>
      run(url, command.optsWithGlobals()),
    )
}

async function run(url: string | undefined, options: Options): Promise<void> {
  const output = createOutput(options.json ?? false)
  const server = await findServer(url ?? options.server)
  const { tokenId, workspace } = await signIn(server, options, output, request =>
    output.result(request, request.message),
  )
  output.result(
    { server, workspaceId: workspace.id, workspace: workspace.name, tokenId, configFile: configFile() },
    `Signed in to ${server}, workspace "${workspace.name}". The token is in ${configFile()}.`,
  )
}
