/** A repository, as its remote or a person names it. */
export interface NamedRepository {
  /**
   * The host of its forge in lower case, or an alias of ssh, which has no dot; null where only a name is
   * known.
   */
  host: string | null
  /** `owner/name`, with the groups of GitLab; a name alone where its owner is not known. */
  path: string
}

/** Git's short form of an ssh address: https://git-scm.com/docs/git-clone#_git_urls. */
const shortForm = /^(?:[^@/\s]+@)?([^/:\s]{2,}):(?!\/\/)(.+)$/
const localPath = /^(?:[./~\\]|[a-z]:[\\/]|file:)/i

/**
 * Returns the repository that a text names: the address of a remote over ssh or https, `host/owner/name`,
 * `owner/name` or a name alone. A folder is its last part. Null for any other text. Credentials and ports are
 * left out: `https://token@github.com/acme/shop.git` is `acme/shop` on `github.com`.
 */
export function readRepository(text: string): NamedRepository | null {
  const trimmed = text.trim()
  if (localPath.test(trimmed))
    return named(null, trimmed.split(/[/\\]/).findLast(each => !['', '.git'].includes(each)) ?? '')
  if (/^[a-z+]+:\/\//i.test(trimmed)) {
    const url = URL.parse(trimmed)
    return url && named(hostOf(url.hostname), url.pathname)
  }
  const [, host, path] = shortForm.exec(trimmed) ?? []
  if (host !== undefined && path !== undefined) return named(hostOf(host), path)
  const [first = '', ...rest] = trimmed.split('/')
  const isHost = rest.length > 0 && isFullHost(first)
  return isHost ? named(hostOf(first), rest.join('/')) : named(null, trimmed)
}

const isFullHost = (name: string) => /^[\w-]+(?:\.[\w-]+)+$/.test(name)

/** Returns a host in lower case, without what forges put before it for ssh. */
const hostOf = (name: string): string => name.toLowerCase().replace(/^(?:alt)?ssh\./, '')

/** What Azure DevOps and Bitbucket put into paths beside the names. */
const notNames = /^(?:v3|scm)\/(?=[^/]+\/)|(?<=\/)_git\//

function named(host: string | null, path: string): NamedRepository | null {
  const cleaned = path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/i, '')
    .replace(notNames, '')
  const parts = cleaned.split('/')
  const isPath = parts.every(each => /^[\p{L}\p{N}~_.+ %-]+$/u.test(each) && !/^\.{1,2}$/.test(each))
  return isPath ? { host, path: cleaned } : null
}

/**
 * Returns the one form in which a repository is stored: `github.com/acme/shop`, with an alias
 * `work:acme/shop`.
 */
export const repositoryAddress = ({ host, path }: NamedRepository): string =>
  host === null ? path : `${host}${isFullHost(host) ? '/' : ':'}${path}`

/** Returns the name of a repository without its owner. */
export const repositoryName = ({ path }: NamedRepository): string => path.split('/').at(-1) ?? path

/** Returns whether a text names one repository, and not all that have its name. */
export const hasOwner = ({ host, path }: NamedRepository): boolean => host !== null || path.includes('/')

/** Returns whether two texts may name one repository: what both say is the same. Forges ignore case. */
export const isSameRepository = (a: NamedRepository, b: NamedRepository): boolean =>
  a.path.toLowerCase() === b.path.toLowerCase() &&
  (isUnknown(a.host) || isUnknown(b.host) || a.host === b.host)

/** What an alias stands for is in the settings of one machine. */
const isUnknown = (host: string | null) => host === null || !isFullHost(host)
