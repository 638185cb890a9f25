import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parseTarGzip } from 'nanotar'
import type { ApiIndex } from '#shared/contract/meta'
import type { PrintedError } from '../../../cli/failure'
import { baseEnvironment, collectOutput } from '../server/child-process'

/** The output of a command of the built command line, and its exit code. */
export interface CliResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface CliOptions {
  /** The working directory of the command; by default, an empty folder outside of any repository. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** The input of the command. `open` is an input that does not end. By default, stdin is empty. */
  stdin?: Buffer | 'open'
  /**
   * Whether the test controls how long the command waits. The test then ends each wait with {@link endWaits}.
   */
  clock?: boolean
}

/** Runs the command line that a server serves. */
export interface Cli {
  /** The folder of the configuration files of the command line, which is empty at first. */
  configHome: string
  start: (args: string[], options?: CliOptions) => ChildProcess
  run: (args: string[], options?: CliOptions) => Promise<CliResult>
  /** Runs a command with `--json`. Returns its exit code and the document that it printed. */
  json: <T = { error: PrintedError }>(
    args: string[],
    options?: CliOptions,
  ) => Promise<{ code: number | null; body: T }>
}

/** Returns a new folder, which is deleted with all folders of the test run. */
export const newFolder = (name = 'cli') =>
  mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), `exhibit-${name}-`))

/** Returns the URL of the package that a server serves. */
export async function packageUrl({ url }: { url: string }): Promise<string> {
  const index = (await (await fetch(`${url}/v1`)).json()) as ApiIndex
  return index.commandLine.package
}

/** Unpacks a package into a new folder, and returns the folder of its files. */
async function unpack(url: string): Promise<string> {
  const archive = await (await fetch(url)).arrayBuffer()
  const folder = await newFolder('package')
  for (const { name, data } of await parseTarGzip(archive)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), data ?? '')
  }
  return join(folder, 'package')
}

/** The packages that this worker has unpacked, by their URL. */
const unpacked = new Map<string, Promise<string>>()

/**
 * Returns the command line of a server, as on a machine that has never used it. Each command gets `variables`
 * in addition to the basic environment variables.
 */
export async function unpackCli(server: { url: string }, variables: NodeJS.ProcessEnv = {}): Promise<Cli> {
  const url = await packageUrl(server)
  const files = unpacked.get(url) ?? unpack(url)
  unpacked.set(url, files)
  return cliOf(await files, variables)
}

/** Returns the command line as a package registry serves it: the package contains no URL of a server. */
export async function unpackPublished(server: { url: string }): Promise<Cli> {
  const files = await unpack(await packageUrl(server))
  const file = join(files, 'package.json')
  const description = JSON.parse(await readFile(file, 'utf8')) as { exhibit?: unknown }
  delete description.exhibit
  await writeFile(file, JSON.stringify(description))
  return cliOf(files, {})
}

async function cliOf(files: string, variables: NodeJS.ProcessEnv): Promise<Cli> {
  const folder = await newFolder()
  const work = join(folder, 'work')
  await mkdir(work)
  const configHome = join(folder, 'config')
  const start: Cli['start'] = (args, { cwd = work, env, stdin, clock: isClocked } = {}) => {
    const preloaded = isClocked ? ['--import', clock] : []
    const child = spawn(process.execPath, [...preloaded, join(files, 'exhibit.mjs'), ...args], {
      cwd,
      env: { ...baseEnvironment, HOME: folder, XDG_CONFIG_HOME: configHome, ...variables, ...env },
      stdio: [stdin ? 'pipe' : 'ignore', 'pipe', 'pipe', isClocked ? 'ipc' : 'ignore'],
    })
    if (stdin !== 'open') child.stdin?.end(stdin)
    if (isClocked) followWaits(child)
    return child
  }
  const run: Cli['run'] = async (args, options) => endOf(start(args, options))
  return {
    configHome,
    start,
    run,
    async json<T>(args: string[], options?: CliOptions) {
      const { code, stdout } = await run([...args, '--json'], options)
      return { code, body: JSON.parse(stdout) as T }
    },
  }
}

const clock = new URL('clock.mjs', import.meta.url).href

/** The periods for which a command with `clock` pauses. */
interface Waits {
  /** The durations of all pauses so far, in milliseconds. */
  begun: number[]
  ended: number
  /** The number of pauses that the test ends early, counted from the first pause of the command. */
  limit: number
}
const waitsOf = new WeakMap<ChildProcess, Waits>()

function followWaits(child: ChildProcess): void {
  const waits: Waits = { begun: [], ended: 0, limit: 0 }
  waitsOf.set(child, waits)
  child.on('message', (message: { waits?: number }) => {
    if (message.waits === undefined) return
    waits.begun.push(message.waits)
    endBegun(child, waits)
  })
}

function endBegun(child: ChildProcess, waits: Waits): void {
  for (; waits.ended < Math.min(waits.limit, waits.begun.length); waits.ended++)
    child.send({ advance: waits.begun[waits.ended] })
}

/**
 * Ends the current pause and later pauses of a command that was started with `clock`, at most `more` in
 * total. Returns the durations of all pauses of this command in milliseconds. Later pauses are added to the
 * same array.
 */
export function endWaits(child: ChildProcess, more = Infinity): readonly number[] {
  const waits = waitsOf.get(child)
  if (!waits) throw new Error('The command was started without `clock`.')
  waits.limit = waits.ended + more
  endBegun(child, waits)
  return waits.begun
}

/** Returns the output of a command, once it has ended. */
export async function endOf(child: ChildProcess): Promise<CliResult> {
  const output = collectOutput(child)
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { code, stdout: output.stdout, stderr: output.stderr }
}

/** Makes a repository with one commit on a branch, and returns its folder. */
export async function repositoryOn(branch: string, remotes: Record<string, string> = {}): Promise<string> {
  const cwd = await newFolder('repository')
  await promisify(execFile)('git', ['init', '--quiet', '--initial-branch', branch], { cwd })
  for (const [name, address] of Object.entries(remotes))
    await promisify(execFile)('git', ['remote', 'add', name, address], { cwd })
  await commitTo(cwd, 'Keep totals on one line')
  return cwd
}

/** Adds an empty commit to a repository. */
export async function commitTo(cwd: string, message = 'Another commit'): Promise<void> {
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
  const commit = [...author, 'commit', '--quiet', '--allow-empty', '--message', message]
  await promisify(execFile)('git', commit, { cwd })
}
