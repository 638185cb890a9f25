import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Option, type Command } from 'commander'
import { createApi } from '../api'
import { findKnownServer, findToken } from '../account/config'
import type { GlobalOptions } from '../account/session'
import { agentProgram } from '../agent-program'
import { readChange } from '../change/change'
import { repositoryFolder } from '../change/git'
import { findReferenced } from '../change/review'
import { readEvent, type HookEvent } from '../hook/event'
import { openComments } from '../hook/open-comments'
import { hookedAgents, hookFormats, withHooks, withoutHooks, type HookedAgent } from '../hook/settings'
import { recordDelivery, undeliveredThreads } from '../hook/delivered-threads'
import { assertNoLinkOut } from '../links'
import { createOutput } from '../output'
import { programName } from '../package-info'
import { writeFileAtomically } from '../write-file-atomically'

interface Options extends GlobalOptions {
  agent?: HookedAgent
  global?: boolean
}

/** The result for one settings file. */
interface ChangedFile {
  agent: HookedAgent
  path: string
  outcome: 'created' | 'updated' | 'unchanged' | 'removed'
}

/** Adds `exhibit hook install`, `uninstall` and `run`. */
export function addHook(program: Command): void {
  const hook = program
    .command('hook')
    .summary('Let coding agents hear of open comments when they start and stop')
    .helpCommand(false)
  const install = hook
    .command('install')
    .summary('Add hooks to the settings of coding agents')
    .description(
      'Adds "exhibit hook run" to the settings of coding agents: when a session starts, and when the agent ' +
        'stops. Other hooks and settings stay as they are.',
    )
    .action(async (_options, command: Command) => change(command.optsWithGlobals<Options>(), installIn))
  const uninstall = hook
    .command('uninstall')
    .summary('Remove these hooks')
    .action(async (_options, command: Command) => change(command.optsWithGlobals<Options>(), uninstallFrom))
  for (const each of [install, uninstall])
    each
      .addOption(
        new Option(
          '--agent <name>',
          'one agent (default: the one that runs this, and each with a folder here)',
        ).choices(hookedAgents),
      )
      .option('--global', 'in your home folder instead of the repository')
  hook
    .command('run')
    .summary('Print the open comments of the review of this branch, as the hooks do')
    .description(
      'Prints the open comments of the review of this branch, at most 2,000 characters, in the form that ' +
        'the agent reads. Prints nothing without comments, a review, a token or a reachable server, and ' +
        'always ends with exit code 0 within seconds.',
    )
    .action(async (_options, command: Command) => run(command.optsWithGlobals<GlobalOptions>()))
}

async function change(
  options: Options,
  changeFile: (path: string, agent: HookedAgent) => Promise<ChangedFile['outcome']>,
): Promise<void> {
  const output = createOutput(options.json ?? false)
  const folder = options.global ? homedir() : ((await repositoryFolder()) ?? process.cwd())
  const agents = options.agent ? [options.agent] : agentsIn(folder)
  const planned = agents.map(agent => ({ agent, path: join(folder, hookFormats[agent].file) }))
  // Links in the home folder are not checked, because the person created them.
  if (!options.global) for (const { path } of planned) await assertNoLinkOut(folder, path)
  const files: ChangedFile[] = []
  for (const { agent, path } of planned) files.push({ agent, path, outcome: await changeFile(path, agent) })
  output.result({ files }, files.map(each => `${each.outcome} ${each.path}`).join('\n'))
  for (const { agent, outcome } of files) {
    const { remedy } = hookFormats[agent]
    if (remedy !== null && (outcome === 'created' || outcome === 'updated')) output.note(remedy)
  }
}

/**
 * Returns the agent that runs this command, and each agent that has a folder for its settings. If there is
 * none, returns Claude Code.
 */
function agentsIn(folder: string): HookedAgent[] {
  const running = agentProgram()
  const found = hookedAgents.filter(each => {
    const { program, file } = hookFormats[each]
    return program === running || existsSync(join(folder, dirname(file)))
  })
  return found.length > 0 ? found : ['claude']
}

async function installIn(path: string, agent: HookedAgent): Promise<ChangedFile['outcome']> {
  const present = await readIfPresent(path)
  const next = withHooks(path, present, hookFormats[agent], `${programName()} hook run`)
  if (next === present) return 'unchanged'
  await mkdir(dirname(path), { recursive: true })
  await replaceFile(path, next)
  return present === null ? 'created' : 'updated'
}

async function uninstallFrom(path: string, agent: HookedAgent): Promise<ChangedFile['outcome']> {
  const present = await readIfPresent(path)
  const next = present === null ? null : withoutHooks(path, present, hookFormats[agent])
  if (next === present) return 'unchanged'
  if (next === null) await rm(path)
  else await replaceFile(path, next)
  return 'removed'
}

/** Replaces the content of a file atomically. A link stays a link, and the permissions do not change. */
async function replaceFile(path: string, content: string): Promise<void> {
  const target = await realpath(path).catch(() => path)
  const mode = await stat(target).then(
    stats => stats.mode & 0o777,
    () => undefined,
  )
  await writeFileAtomically(target, content, mode)
}

async function readIfPresent(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The maximum time of `exhibit hook run` in milliseconds. The agent waits until the hook ends. */
const MAX_RUN_MS = 5000

/**
 * Prints the open comments for the agent that runs the hook. If anything fails, prints nothing, because the
 * agent may work in a repository that has nothing to do with Exhibit.
 */
async function run({ json = false, server }: GlobalOptions): Promise<void> {
  const output = createOutput(json)
  const ending = AbortSignal.timeout(MAX_RUN_MS)
  const ended = new Promise<null>(resolve => ending.addEventListener('abort', () => resolve(null)))
  const found = await Promise.race([findComments(server, ending).catch(() => null), ended])
  if (found) {
    const { event, reviewId, text: shown } = found
    output.result({ reviewId, text: shown }, event.outputOf(shown))
  }
  // The agent may not close stdin, and an open stdin would keep the process alive.
  process.stdin.destroy()
}

interface FoundComments {
  event: HookEvent
  reviewId: string
  text: string
}

/** Returns the open comments that the session should receive; null if there are none. */
async function findComments(given: string | undefined, signal: AbortSignal): Promise<FoundComments | null> {
  const event = readEvent(process.stdin.isTTY ? undefined : await text(process.stdin))
  if (!event || event.isContinued) return null
  if (event.folder !== undefined) process.chdir(event.folder)
  const server = await findKnownServer(given)
  const token = server && (await findToken(server))
  if (!token) return null
  const change = await readChange({})
  if (change.externalRef === undefined) return null
  const api = createApi({ server, token, signal })
  const review = await findReferenced(api, { ...change, externalRef: change.externalRef }, {})
  if (!review) return null
  const list = await api.call('GET /v1/reviews/{id}/threads', { params: { id: review.id } })
  const open = list.threads.flatMap(each => ('comments' in each ? [each] : []))
  const { session } = event
  const threads = event.isStop && session !== undefined ? await undeliveredThreads(session, open) : open
  if (threads.length === 0) return null
  const found = { event, reviewId: review.id, text: openComments(review, threads) }
  if (session !== undefined) await recordDelivery(session, threads)
  return found
}
