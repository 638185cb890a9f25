import type { NamedRepository } from './repository-name'

/** A pull request, as the reference of a review names it. */
export interface NamedPullRequest {
  /** The origin of its page; null where the text is not an address. */
  origin: string | null
  /** `owner/name`, with the groups of GitLab; null where the text has a number alone. */
  repository: string | null
  number: number
}

const NUMBER = String.raw`(\d{1,9})`
const REPOSITORY = String.raw`([\w.-]+(?:\/[\w.-]+)+?)`
const alone = new RegExp(`^(?:(?:pr|mr|pull|merge[ _-]request)[ _/-]*[#!]?|[#!])${NUMBER}$`, 'i')
const gitRef = new RegExp(`^refs/(?:pull|merge-requests)/${NUMBER}/(?:head|merge)$`)
const qualified = new RegExp(`^${REPOSITORY}[#!]${NUMBER}$`)
/** The paths of GitHub, Gitea, GitLab and Bitbucket. */
const pagePath = new RegExp(`^/${REPOSITORY}(?:/-)?/(?:pulls?|merge_requests|pull-requests)/${NUMBER}(?:/|$)`)

/**
 * Returns the pull request that a text names: `pr-12`, `#12`, `!12`, `owner/name#12`, `owner/name!12`, the
 * address of its page, or its ref in git. Null for any other text, such as a branch or a number alone.
 */
export function readPullRequest(text: string): NamedPullRequest | null {
  const trimmed = text.trim()
  const [, plain] = alone.exec(trimmed) ?? gitRef.exec(trimmed) ?? []
  if (plain !== undefined) return named(null, null, plain)
  const page = /^https?:/i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed) : null
  const [, repository = '', number] = (page ? pagePath.exec(page.pathname) : qualified.exec(trimmed)) ?? []
  return number === undefined ? null : named(page?.origin ?? null, repository, number)
}

/** Reads a field that names pull requests only, such as `prRef`: there a number alone is one too. */
export const readPullRequestField = (text: string): NamedPullRequest | null =>
  readPullRequest(/^\s*\d+\s*$/.test(text) ? `#${text.trim()}` : text)

const named = (origin: string | null, repository: string | null, digits: string): NamedPullRequest | null =>
  Number(digits) > 0 ? { origin, repository, number: Number(digits) } : null

/** Returns the one form in which references name a pull request: `owner/name#12`, without one `pr-12`. */
export const pullRequestName = ({
  repository,
  number,
}: Pick<NamedPullRequest, 'repository' | 'number'>): string =>
  repository === null ? `pr-${number}` : `${repository}#${number}`

/**
 * Returns a reference as people read it: `owner/name#12` for the address of a pull request, any other address
 * without its scheme, and every other text as it is.
 */
export function referenceLabel(reference: string): string {
  const text = reference.trim()
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return reference
  const found = readPullRequest(text)
  const { host, pathname } = new URL(text)
  return found ? pullRequestName(found) : host + pathname
}

/** Returns whether two names may be of one pull request: what both say is the same. */
export const isSamePullRequest = (a: NamedPullRequest, b: NamedPullRequest): boolean =>
  a.number === b.number && agree(a.repository, b.repository) && agree(a.origin, b.origin)

/** Forges ignore case in the names of repositories. */
const agree = (a: string | null, b: string | null) =>
  a === null || b === null || a.toLowerCase() === b.toLowerCase()

/** Returns the repository in a reference to a pull request; null for none. */
export function repositoryIn(reference: string): NamedRepository | null {
  const { origin, repository } = readPullRequest(reference) ?? { origin: null, repository: null }
  if (repository === null) return null
  return {
    host: origin === null ? null : new URL(origin).hostname.toLowerCase(),
    alias: null,
    path: repository,
  }
}
