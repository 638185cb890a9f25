/** A repository as named by a remote or a person. */
export interface NamedRepository {
  /** The host of its forge, in lower case; null if unknown. */
  host: string | null
  /** The alias of that host in the ssh settings of one machine; null without an alias. */
  alias: string | null
  /** `owner/name`, with the groups of GitLab; the name alone if its owner is unknown. */
  path: string
}

/** Git's short form of an ssh address: https://git-scm.com/docs/git-clone#_git_urls. */
const shortForm = /^(?:[^@/\s]+@)?([\p{L}\p{N}_.-]{2,}):(?!\/\/)(.+)$/u
const localPath = /^(?:[./~\\]|[a-z]:[\\/]|file:)/i

/**
 * Returns the repository that a text names: the address of a remote over ssh or https, `host/owner/name`,
 * `owner/name` or a name alone; for a folder, its last part; null for any other text. Credentials and ports
 * are removed: `https://token@github.com/acme/shop.git` is `acme/shop` on `github.com`.
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

/** The path segments of Azure DevOps and Bitbucket that are not part of the name. */
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
  // Forges have a separate host for ssh through the port of https.
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

/** Returns whether a text is the address of a repository, instead of a name that several may have. */
export const isAddress = ({ host, alias }: NamedRepository): boolean => host !== null || alias !== null

/** Returns whether a text names one repository, instead of all with its name. */
export const hasOwner = (named: NamedRepository): boolean => isAddress(named) || named.path.includes('/')

/**
 * Returns whether two texts may name the same repository: the parts that both have are equal. Forges ignore
 * case.
 */
export const isSameRepository = (a: NamedRepository, b: NamedRepository): boolean =>
  a.path.toLowerCase() === b.path.toLowerCase() && (a.host === null || b.host === null || a.host === b.host)
