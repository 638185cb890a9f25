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
/** The number of milliseconds after which the person is told that packages are being copied. */
const SLOW_COPY_MS = 3000

/** The lock files of package managers, each with the command that installs the packages in it. */
const installs: Record<string, string> = {
  'package-lock.json': 'npm ci',
  'npm-shrinkwrap.json': 'npm ci',
  'pnpm-lock.yaml': 'pnpm install --frozen-lockfile',
  'yarn.lock': 'yarn install --immutable',
  'bun.lock': 'bun install --frozen-lockfile',
  'bun.lockb': 'bun install --frozen-lockfile',
}

/** A worktree with an earlier state of the repository. */
export interface Worktree {
  root: string
  /** The folder in the worktree that corresponds to the current folder. */
  folder: string
  /** Starts to remove the worktree, which may take long. The end of the command waits for it. */
  remove: () => void
}

/**
 * Returns the hash of the commit that a reference names. If the reference is not known locally, as in CI,
 * looks for a branch of `origin` with this name. Throws a usage failure outside of a repository, and if the
 * reference is unknown.
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
 * Checks a commit out in a temporary folder, and copies the `.env` files that git ignores. Copies the
 * installed packages of the repository if the lock file of the commit is the same; otherwise installs the
 * packages of the commit. Calls `onInstall` before it installs packages, and if copying takes long. The
 * folder is removed at the end of the command.
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
    // The folder is removed first. `git worktree remove` fails while files are still being copied into the
    // worktree, but succeeds if the folder is missing.
    const forget = ['worktree', 'remove', '--force', '--force', root]
    await tryGit(forget, { cwd: repository, timeout: GIT_MS })
  }
  cleanup.add(remove)
  try {
    // The filters of Git run, because without them the files of Git LFS would be missing. In a partial clone,
    // Git may load the missing files from the remote.
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
  // The command writes files into this folder, so the folder must not be a link that leads out of the
  // worktree.
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
 * Creates a folder on the file system of the repository, so that packages can be copied by copy-on-write. The
 * folder is in the temporary folder of the system if that is on the same file system, else next to the
 * repository. If the latter cannot be created, uses the temporary folder of the system.
 */
async function makeFolder(repository: string): Promise<string> {
  const [own, temporary] = await Promise.all([stat(repository), stat(tmpdir())])
  const inTemporary = join(tmpdir(), 'exhibit-before-')
  if (own.dev === temporary.dev) return mkdtemp(inTemporary)
  return mkdtemp(join(dirname(repository), '.exhibit-before-')).catch(async () => mkdtemp(inTemporary))
}

/** Returns whether a file, folder or link exists at a path, including a broken link. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Copies the `.env` files that the repository folder has and the worktree does not. */
async function copyIgnored(from: string, to: string): Promise<void> {
  const files = (await readdir(from, { withFileTypes: true })).filter(each => each.isFile())
  for (const { name } of files)
    if (/^\.env(?:\.|$)/.test(name) && !isThere(join(to, name)))
      await copyFile(join(from, name), join(to, name), constants.COPYFILE_EXCL)
}

/**
 * Copies the installed packages into the worktree. Installs them instead if the lock file differs, or if the
 * package manager uses workspaces: then the packages contain links to folders of the repository.
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
