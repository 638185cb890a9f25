/** A repository as it is written in the URL of a remote or by a person. */
export interface NamedRepository {
  /** The host of the forge in lower case; null if it is unknown. */
  host: string | null
  /** The alias of the host, if only an alias from the ssh settings of one machine is known; else null. */
  alias: string | null
  /**
   * The repository as `owner/name`, which on GitLab may contain several groups. If the owner is unknown, only
   * the name.
   */
  path: string
}

/** Git's short form of an ssh address: https://git-scm.com/docs/git-clone#_git_urls. */
const shortForm = /^(?:[^@/\s]+@)?([\p{L}\p{N}_.-]{2,}):(?!\/\/)(.+)$/u
const localPath = /^(?:[./~\\]|[a-z]:[\\/]|file:)/i

/**
 * Returns the repository that a text names. The text may be the ssh or https URL of a remote,
 * `host/owner/name`, `owner/name`, a name, or the path of a folder, whose last part is the name. Returns null
 * for any other text. Credentials and ports are removed: `https://token@github.com/acme/shop.git` is
 * `acme/shop` on `github.com`.
 */
export function readRepository(text: string): NamedRepository | null {
  const trimmed = text.trim()
  if (localPath.test(trimmed))
    return named(null, trimmed.split(/[/\\]/).findLast(each => !['', '.git'].includes(each)) ?? '')
  if (/^[a-z+]+:\/\//i.test(trimmed)) {
    const url = URL.parse(trimmed)
    return url && named(url.hostname, url.pathname, /ssh/i.test(url.protocol))
  }
  const [, host, path] = shortForm.exec(trimmed) ?? []
  if (host !== undefined && path !== undefined) return named(host, path, true)
  const [first = '', ...rest] = trimmed.split('/')
  const isHost = rest.length > 0 && hasDomain(first)
  return isHost ? named(first, rest.join('/')) : named(null, trimmed)
}

const hasDomain = (host: string) => /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u.test(host)

/** Path segments in the URLs of Azure DevOps and Bitbucket that are not part of the name of a repository. */
const notNames = /^(?:v3|scm)\/(?=[^/]+\/)|(?<=\/)_git\//

function named(host: string | null, path: string, isSsh = false): NamedRepository | null {
  const cleaned = decoded(path)
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/i, '')
    .replace(notNames, '')
  const parts = cleaned.split('/')
  const isPath = parts.every(each => /^[\p{L}\p{N}~_.+ -]+$/u.test(each) && !/^\.{1,2}$/.test(each))
  if (!isPath) return null
  if (host === null) return { host: null, alias: null, path: cleaned }
  // For ssh through the https port, some forges use another host, such as ssh.github.com. It is replaced by
  // the main host.
  const lower = host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^(?:alt)?ssh\.(?=[^.]+\.)/, '')
  const isAlias = isSsh && !hasDomain(lower)
  return { host: isAlias ? null : lower, alias: isAlias ? lower : null, path: cleaned }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns the canonical form in which a repository is stored: `github.com/acme/shop`. */
export function repositoryAddress({ host, alias, path }: NamedRepository): string {
  if (alias !== null) return `${alias}:${path}`
  if (host === null) return path
  return hasDomain(host) ? `${host}/${path}` : `http://${host}/${path}`
}

/** Returns the name of a repository without its owner. */
export const repositoryName = ({ path }: NamedRepository): string => path.split('/').at(-1) ?? path

/**
 * Returns whether a repository has a host or an alias of a host. Without one, several repositories may have
 * the same name.
 */
export const isAddress = ({ host, alias }: NamedRepository): boolean => host !== null || alias !== null

/**
 * Returns whether a text refers to exactly one repository, and not to all repositories with the same name.
 */
export const hasOwner = (named: NamedRepository): boolean => isAddress(named) || named.path.includes('/')

/**
 * Returns whether two texts may name the same repository: all parts that both of them contain are equal. Case
 * is ignored, as forges do.
 */
export const isSameRepository = (a: NamedRepository, b: NamedRepository): boolean =>
  a.path.toLowerCase() === b.path.toLowerCase() && (a.host === null || b.host === null || a.host === b.host)
