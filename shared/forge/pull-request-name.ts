import type { NamedRepository } from './repository-name'

/** A pull request as the reference of a review names it. */
export interface NamedPullRequest {
  /** The origin of the URL of the pull request; null if the text is not a URL. */
  origin: string | null
  /**
   * The repository as `owner/name`, which on GitLab may contain several groups; null if the text contains
   * only a number.
   */
  repository: string | null
  number: number
}

const NUMBER = String.raw`(\d{1,9})`
const REPOSITORY = String.raw`([\w.-]+(?:\/[\w.-]+)+?)`
const alone = new RegExp(`^(?:(?:pr|mr|pull|merge[ _-]request)[ _/-]*[#!]?|[#!])${NUMBER}$`, 'i')
const gitRef = new RegExp(`^refs/(?:pull|merge-requests)/${NUMBER}/(?:head|merge)$`)
const qualified = new RegExp(`^${REPOSITORY}[#!]${NUMBER}$`)
/** The paths of pull requests on GitHub, Gitea, GitLab and Bitbucket. */
const pagePath = new RegExp(`^/${REPOSITORY}(?:/-)?/(?:pulls?|merge_requests|pull-requests)/${NUMBER}(?:/|$)`)

/**
 * Returns the pull request that a text names. The text may be `pr-12`, `#12`, `!12`, `owner/name#12`,
 * `owner/name!12`, a URL, or a git ref. Returns null for any other text, such as a branch or a number alone.
 */
export function readPullRequest(text: string): NamedPullRequest | null {
  const trimmed = text.trim()
  const [, plain] = alone.exec(trimmed) ?? gitRef.exec(trimmed) ?? []
  if (plain !== undefined) return named(null, null, plain)
  const page = /^https?:/i.test(trimmed) && URL.canParse(trimmed) ? new URL(trimmed) : null
  const [, repository = '', number] = (page ? pagePath.exec(page.pathname) : qualified.exec(trimmed)) ?? []
  return number === undefined ? null : named(page?.origin ?? null, repository, number)
}

/**
 * Returns the pull request that a field names. The field contains only pull requests, such as `prRef`, so a
 * number alone is accepted too.
 */
export const readPullRequestField = (text: string): NamedPullRequest | null =>
  readPullRequest(/^\s*\d+\s*$/.test(text) ? `#${text.trim()}` : text)

const named = (origin: string | null, repository: string | null, digits: string): NamedPullRequest | null =>
  Number(digits) > 0 ? { origin, repository, number: Number(digits) } : null

/**
 * Returns the normal form of a reference to a pull request: `owner/name#12`, or `pr-12` if the repository is
 * unknown.
 */
export const pullRequestName = ({
  repository,
  number,
}: Pick<NamedPullRequest, 'repository' | 'number'>): string =>
  repository === null ? `pr-${number}` : `${repository}#${number}`

/**
 * Returns a reference in a short form for people: `owner/name#12` for the URL of a pull request, any other
 * URL without its scheme, and any other text unchanged.
 */
export function referenceLabel(reference: string): string {
  const text = reference.trim()
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return reference
  const found = readPullRequest(text)
  const { host, pathname } = new URL(text)
  return found ? pullRequestName(found) : host + pathname
}

/**
 * Returns whether two references may name the same pull request: all parts that both of them contain are
 * equal.
 */
export const isSamePullRequest = (a: NamedPullRequest, b: NamedPullRequest): boolean =>
  a.number === b.number && agree(a.repository, b.repository) && agree(a.origin, b.origin)

/**
 * Returns whether two names may be equal. Case is ignored, because forges ignore it in the names of
 * repositories. An unknown name may be equal to any name.
 */
const agree = (a: string | null, b: string | null) =>
  a === null || b === null || a.toLowerCase() === b.toLowerCase()

/** Returns the repository in a reference to a pull request; null if there is none. */
export function repositoryIn(reference: string): NamedRepository | null {
  const { origin, repository } = readPullRequest(reference) ?? { origin: null, repository: null }
  if (repository === null) return null
  return {
    host: origin === null ? null : new URL(origin).hostname.toLowerCase(),
    alias: null,
    path: repository,
  }
}
