import { tryGit } from './run-git'

const git = (...args: string[]) => tryGit(args)

/**
 * Returns the root folder of the repository that contains the current folder; undefined outside of a
 * repository.
 */
export const repositoryFolder = () => git('rev-parse', '--show-toplevel')

/**
 * Returns the files of the repository at a root, relative to it: also new ones, but none that Git ignores. An
 * empty list if Git does not list them.
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
