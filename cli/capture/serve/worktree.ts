import { constants, existsSync, lstatSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onOneLine } from '#shared/text/printable'
import { repositoryFolder } from '../../change/git'
import { runGit, tryGit } from '../../change/run-git'
import { Failure, usageFailure } from '../../failure'
import type { Cleanup } from '../cleanup'
import { startCommand } from './command'
import { copyPackages } from './copy-packages'

const GIT_MS = 120_000
const INSTALL_MS = 600_000
/** After this time, the person is informed that packages are being copied. */
const SLOW_COPY_MS = 3000

/** The lock files of package managers, and the commands that install the packages in these files. */
const installs: Record<string, string> = {
  'package-lock.json': 'npm ci',
  'npm-shrinkwrap.json': 'npm ci',
  'pnpm-lock.yaml': 'pnpm install --frozen-lockfile',
  'yarn.lock': 'yarn install --immutable',
  'bun.lock': 'bun install --frozen-lockfile',
  'bun.lockb': 'bun install --frozen-lockfile',
}

/** A checkout of an earlier state of the repository. */
export interface Worktree {
  root: string
  /** The folder in it that corresponds to the current folder. */
  folder: string
  /** Begins to remove it, which may take long. The end of the command waits for that. */
  remove: () => void
}

/**
 * Checks that a reference names a commit. Returns its hash: of the branch, or of the branch of `origin` if
 * there is no local one, as in CI. Throws a usage failure outside of a repository and for an unknown
 * reference.
 */
export async function requireCommit(ref: string): Promise<string> {
  const root = await repositoryFolder()
  if (root === undefined)
    throw usageFailure(
      'The current folder is not in a git repository, so --before has no earlier state.',
      'Run it in the repository, or leave --before out.',
    )
  for (const each of [ref, `origin/${ref}`]) {
    const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${each}^{commit}`]
    const commit = await tryGit(verify, { cwd: root, timeout: GIT_MS })
    if (commit) return commit
  }
  throw usageFailure(
    `git knows no commit "${ref}" here.`,
    'Give a branch, a tag or a commit to --before. A shallow clone may lack it: git fetch origin.',
  )
}

/**
 * Checks a commit out in a temporary folder, with the installed packages of the repository if their lock file
 * is the same, else with its own, and with the `.env` files that git ignores. `onInstall` is called before
 * packages are installed, and when copying them takes long. The folder is removed at the end.
 */
export async function addWorktree(
  commit: string,
  cleanup: Cleanup,
  onInstall: (what: string) => void,
): Promise<Worktree> {
  const repository = await realpath((await repositoryFolder()) ?? '.')
  const parent = await realpath(await makeFolder(repository))
  const root = join(parent, 'before')
  const remove = async () => {
    await rm(parent, { recursive: true, force: true, maxRetries: 5 })
    // Git forgets a worktree whose folder is missing. It would keep a worktree to which files are still
    // copied.
    const forget = ['worktree', 'remove', '--force', '--force', root]
    await tryGit(forget, { cwd: repository, timeout: GIT_MS })
  }
  cleanup.add(remove)
  try {
    // Filters run, since a checkout without them lacks the files of Git LFS. A partial clone loads the files.
    await runGit(['worktree', 'add', '--quiet', '--detach', root, commit], {
      cwd: repository,
      timeout: GIT_MS,
      mayConnect: true,
    })
  } catch (error) {
    throw new Failure('no_worktree', `git could not check out ${commit}: ${reasonOf(error)}.`, 'Check git.')
  }
  const inRepository = relative(repository, await realpath(process.cwd()))
  const folder = join(root, inRepository)
  if (!existsSync(folder))
    throw usageFailure(
      `The folder "${inRepository}" does not exist in the state of --before.`,
      'Run the command in a folder that both states have, such as the root of the repository.',
    )
  // Files are written there, so a link of that state must not lead out of it.
  if ((await realpath(folder)) !== folder)
    throw usageFailure(
      `The folder "${inRepository}" is a link in the state of --before.`,
      'Run the command in a folder that both states have, such as the root of the repository.',
    )
  for (const each of new Set(['', inRepository])) {
    await copyIgnored(join(repository, each), join(root, each))
    await addPackages(join(repository, each), join(root, each), cleanup, onInstall)
  }
  return { root, folder, remove: () => cleanup.begin(remove) }
}

/**
 * Makes a folder on the file system of the repository, so that packages can be hard links: a temporary one,
 * else one next to the repository, if it can be written.
 */
async function makeFolder(repository: string): Promise<string> {
  const [own, temporary] = await Promise.all([stat(repository), stat(tmpdir())])
  const inTemporary = join(tmpdir(), 'exhibit-before-')
  if (own.dev === temporary.dev) return mkdtemp(inTemporary)
  return mkdtemp(join(dirname(repository), '.exhibit-before-')).catch(async () => mkdtemp(inTemporary))
}

/** Returns whether there is something at a path, also a link to nothing. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Copies the `.env` files that only the folder of the repository has. */
async function copyIgnored(from: string, to: string): Promise<void> {
  const files = (await readdir(from, { withFileTypes: true })).filter(each => each.isFile())
  for (const { name } of files)
    if (/^\.env(?:\.|$)/.test(name) && !isThere(join(to, name)))
      await copyFile(join(from, name), join(to, name), constants.COPYFILE_EXCL)
}

/**
 * Copies the installed packages into the worktree. If the lock file differs, or if the packages may contain
 * links to folders of the repository, as packages of workspaces do, installs them.
 */
async function addPackages(
  from: string,
  to: string,
  cleanup: Cleanup,
  onInstall: (what: string) => void,
): Promise<void> {
  const modules = join(to, 'node_modules')
  if (!existsSync(join(to, 'package.json')) || isThere(modules)) return
  const lockName = Object.keys(installs).find(each => existsSync(join(to, each)))
  const isSame = lockName === undefined ? true : await haveSameText(join(from, lockName), join(to, lockName))
  if (isSame && !(await hasWorkspaces(to))) {
    const installed = join(from, 'node_modules')
    if (!existsSync(installed)) return
    const slow = setTimeout(() => onInstall('they are copied, which can take a minute'), SLOW_COPY_MS)
    try {
      await copyPackages(installed, modules)
    } finally {
      clearTimeout(slow)
    }
    return
  }
  if (lockName === undefined) return
  const command = installs[lockName] ?? ''
  onInstall(command)
  await install(command, to, cleanup)
}

async function haveSameText(one: string, other: string): Promise<boolean> {
  if (!existsSync(one)) return false
  const [first, second] = await Promise.all([readFile(one), readFile(other)])
  return first.equals(second)
}

async function hasWorkspaces(folder: string): Promise<boolean> {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true
  try {
    const text = await readFile(join(folder, 'package.json'), 'utf8')
    return (JSON.parse(text) as { workspaces?: unknown }).workspaces !== undefined
  } catch {
    return false
  }
}

async function install(command: string, folder: string, cleanup: Cleanup): Promise<void> {
  const running = startCommand(command, { folder, cleanup })
  const code = await Promise.race([running.ended, sleep(INSTALL_MS, null, { ref: false })])
  await running.stop()
  if (code === 0) return
  throw new Failure(
    'no_worktree',
    `"${command}" failed in the state of --before; its output has: ${running.errorLine()}.`,
    'Make it work for that commit, or choose another one.',
  )
}

function reasonOf(error: unknown): string {
  const { stderr = '', message } = error as { stderr?: string; message: string }
  return onOneLine(stderr.trim() || message).replace(/\.$/, '')
}
