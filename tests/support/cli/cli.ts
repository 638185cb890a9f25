import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { parseTarGzip } from 'nanotar'
import type { ApiIndex } from '#shared/contract/meta'
import type { PrintedError } from '../../../cli/failure'
import { baseEnvironment, collectOutput } from '../server/child-process'

/** What a command of the built command line printed, and its exit code. */
export interface CliResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface CliOptions {
  /** The folder that it runs in; an empty one outside of any repository unless given. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** What it reads from stdin, which is closed otherwise. */
  stdin?: Buffer
}

/** Runs the command line that a server serves. */
export interface Cli {
  /** The folder of the unpacked package. */
  folder: string
  /** Its folder of configurations, which is empty at first. */
  configHome: string
  start: (args: string[], options?: CliOptions) => ChildProcess
  run: (args: string[], options?: CliOptions) => Promise<CliResult>
  /** Runs a command with `--json`. Returns its exit code and the document that it printed. */
  json: <T = { error: PrintedError }>(
    args: string[],
    options?: CliOptions,
  ) => Promise<{ code: number | null; body: T }>
}

/** Returns a new folder, which is deleted with those of the run. */
export const newFolder = (name = 'cli') =>
  mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), `exhibit-${name}-`))

/** Returns the address of the package that a server serves. */
export async function packageUrl({ url }: { url: string }): Promise<string> {
  const index = (await (await fetch(`${url}/v1`)).json()) as ApiIndex
  return index.commandLine.package
}

/** Unpacks the command line of a server. `variables` is what each command gets beside the basic ones. */
export async function unpackCli(server: { url: string }, variables: NodeJS.ProcessEnv = {}): Promise<Cli> {
  const archive = await (await fetch(await packageUrl(server))).arrayBuffer()
  const folder = await newFolder()
  for (const { name, data } of await parseTarGzip(archive)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), data ?? '')
  }
  const work = join(folder, 'work')
  await mkdir(work)
  const configHome = join(folder, 'config')
  const start: Cli['start'] = (args, { cwd = work, env, stdin } = {}) => {
    const child = spawn(process.execPath, [join(folder, 'package/exhibit.mjs'), ...args], {
      cwd,
      env: { ...baseEnvironment, HOME: folder, XDG_CONFIG_HOME: configHome, ...variables, ...env },
      stdio: [stdin ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    })
    child.stdin?.end(stdin)
    return child
  }
  const run: Cli['run'] = async (args, options) => endOf(start(args, options))
  return {
    folder: join(folder, 'package'),
    configHome,
    start,
    run,
    async json<T>(args: string[], options?: CliOptions) {
      const { code, stdout } = await run([...args, '--json'], options)
      return { code, body: JSON.parse(stdout) as T }
    },
  }
}

/** Returns what a command printed, once it has ended. */
export async function endOf(child: ChildProcess): Promise<CliResult> {
  const output = collectOutput(child)
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { code, stdout: output.stdout, stderr: output.stderr }
}

/** Makes a repository with one commit on a branch, and returns its folder. */
export async function repositoryOn(branch: string): Promise<string> {
  const cwd = await newFolder('repository')
  await promisify(execFile)('git', ['init', '--quiet', '--initial-branch', branch], { cwd })
  await commitTo(cwd, 'Keep totals on one line')
  return cwd
}

/** Adds an empty commit to a repository. */
export async function commitTo(cwd: string, message = 'Another commit'): Promise<void> {
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
  const commit = [...author, 'commit', '--quiet', '--allow-empty', '--message', message]
  await promisify(execFile)('git', commit, { cwd })
}
