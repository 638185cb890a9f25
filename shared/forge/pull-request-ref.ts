import type { ForgeKind, Repository } from './dialects'
import { readPullRequestField } from './pull-request-name'

const PUBLIC_GITHUB = 'https://api.github.com'

/** The API URLs of the public forges. */
export const defaultApis: Partial<Record<ForgeKind, string>> = {
  github: PUBLIC_GITHUB,
  gitlab: 'https://gitlab.com/api/v4',
}

/** Converts the URL of a forge's API to the URL at which people open the forge. */
const webAddressOf = (apiUrl: string) =>
  apiUrl === PUBLIC_GITHUB ? 'https://github.com' : apiUrl.replace(/\/api\/v\d+$/, '')

const apiPaths: Record<ForgeKind, string> = { github: '/api/v3', gitlab: '/api/v4', gitea: '/api/v1' }

/**
 * Converts a URL that a person typed to the URL of the forge's API. The person may have typed the URL of the
 * API or of the forge itself. The URL must be valid.
 */
export function apiUrlOf(kind: ForgeKind, typed: string): string {
  const { origin, hostname, pathname } = new URL(typed)
  const path = pathname.replace(/\/+$/, '')
  if (kind === 'github' && hostname === 'github.com') return PUBLIC_GITHUB
  const isApi = /\/api\/v\d+$/.test(path) || (kind === 'github' && hostname === 'api.github.com')
  return origin + (isApi ? path : path + apiPaths[kind])
}

/**
 * Returns the number of the pull request that the `prRef` of a review refers to: `pr-12`, `#12`, `!12`,
 * `owner/name#12` or a URL. Returns null if the pull request is in another repository than the given one, and
 * for any other text.
 */
export function pullRequestIn(prRef: string, { apiUrl, repository }: Repository): number | null {
  const found = readPullRequestField(prRef)
  if (!found) return null
  const { origin, repository: named, number } = found
  if (named === null) return number
  const isOurs =
    origin === null
      ? isSame(named, repository)
      : isSame(`${origin}/${named}`, `${webAddressOf(apiUrl)}/${repository}`)
  return isOurs ? number : null
}

/**
 * Returns whether two names are equal. Case is ignored, because forges ignore it in the names of
 * repositories.
 */
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
