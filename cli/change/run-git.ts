import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const TIMEOUT_MS = 10_000
/** The maximum size of the output in bytes. The list of the files of a large repository is smaller. */
const MAX_OUTPUT = 64 * 1024 * 1024

/**
 * Settings that keep Git from running the programs that the configuration of a repository names. Such a
 * configuration may come from an outsider, for example in a bare repository that is a folder of another one,
 * or in an archive. `core.fsmonitor` is empty, because Git before 2.36 interprets every other value as a
 * program.
 */
const safeSettings = [
  'core.fsmonitor=',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'safe.bareRepository=explicit',
].flatMap(each => ['-c', each])

/**
 * Variables that keep Git from connecting to a remote. In a partial clone, Git would load missing objects
 * from the remote, and would run the programs that the configuration names for the connection.
 */
const offline = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' }

interface GitOptions {
  /** The current folder of Git; by default the one of this process. */
  cwd?: string
  /** The time limit in milliseconds. */
  timeout?: number
  /** Whether Git may load missing objects from the remote of a partial clone. */
  mayConnect?: boolean
}

/**
 * Runs Git and returns its output. Git runs no program that the configuration of the repository names, except
 * filters at a checkout and, with `mayConnect`, programs that connect to a remote. Throws if Git fails.
 */
export async function runGit(
  args: readonly string[],
  { cwd, timeout = TIMEOUT_MS, mayConnect = false }: GitOptions = {},
): Promise<string> {
  const { stdout } = await run('git', ['--no-pager', ...safeSettings, ...args], {
    cwd,
    timeout,
    maxBuffer: MAX_OUTPUT,
    env: { ...process.env, ...(!mayConnect && offline) },
  })
  return stdout.trim()
}

/** Returns the output of {@link runGit}; undefined if Git fails, for example outside of a repository. */
export async function tryGit(args: readonly string[], options?: GitOptions): Promise<string | undefined> {
  return (await runGit(args, options).catch(() => '')) || undefined
}
