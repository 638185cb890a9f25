import { tryGit } from './run-git'

const git = (...args: string[]) => tryGit(args)

/**
 * Returns the root folder of the repository that contains the current folder; undefined outside of a
 * repository. Also undefined if Git does not use the same repository in the root folder: the configuration of
 * a repository from a stranger can name any folder as its working tree (`core.worktree`), such as the home
 * folder of the person.
 */
export async function repositoryFolder(): Promise<string | undefined> {
  const [root, own] = await Promise.all([
    git('rev-parse', '--show-toplevel'),
    git('rev-parse', '--absolute-git-dir'),
  ])
  if (root === undefined || own === undefined) return undefined
  const ofRoot = await tryGit(['rev-parse', '--absolute-git-dir'], { cwd: root })
  return ofRoot === own ? root : undefined
}

/**
 * Returns the files of the repository at `root`, relative to it, including new files, but without the files
 * that Git ignores. Returns an empty list if Git fails.
 */
export async function repositoryFiles(root: string): Promise<string[]> {
  const listed = await git('-C', root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
  return listed?.split('\0').filter(Boolean) ?? []
}

/**
 * Returns the path of a file in the Git folder of the current working tree; undefined outside of a
 * repository. Git ignores such files.
 */
export const gitPath = (name: string) => git('rev-parse', '--git-path', name)

/** The branch, commit and remote of the repository that contains the current folder. */
export interface Checkout {
  branch: string | undefined
  commit: string | undefined
  /** The first line of the commit message. */
  subject: string | undefined
  /**
   * The URL of the remote `upstream`, which usually exists only in clones of a fork, else of the remote
   * `origin`, else the path of the root folder of the repository.
   */
  remote: string | undefined
}

/**
 * Reads the branch, commit and remote of the repository that contains the current folder. Outside of a
 * repository, all fields are undefined.
 */
export async function readCheckout(): Promise<Checkout> {
  const [branch, commit, subject, upstream, origin, folder] = await Promise.all([
    git('symbolic-ref', '--quiet', '--short', 'HEAD'),
    git('rev-parse', '--verify', 'HEAD'),
    git('log', '-1', '--format=%s'),
    git('remote', 'get-url', 'upstream'),
    git('remote', 'get-url', 'origin'),
    repositoryFolder(),
  ])
  return { branch, commit, subject, remote: upstream ?? origin ?? folder }
}
