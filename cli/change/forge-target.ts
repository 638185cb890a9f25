import { repositoryPattern, type ForgeKind } from '#shared/forge/dialects'
import { openForge, type Forge, type ForgeError } from '#shared/forge/forge'
import { defaultApis } from '#shared/forge/pull-request-ref'
import { Failure, usageFailure } from '../failure'
import { requirePullRequest } from './change'
import { readCiJob } from './ci'

/** The options that name a pull request at a forge. */
export interface ForgeOptions {
  forge?: ForgeKind
  forgeApi?: string
  repository?: string
  pullRequest?: string
  pr?: string
}

/** A pull request at a forge, with a token that may write to it. */
export interface ForgeTarget {
  kind: ForgeKind
  forge: Forge
  number: number
}

const tokenVariables: Record<ForgeKind, string> = {
  github: 'GITHUB_TOKEN',
  gitea: 'GITEA_TOKEN',
  gitlab: 'GITLAB_TOKEN',
}

/**
 * Returns the pull request that the options or the CI job name, with the token of the job. Throws a usage
 * failure that names the missing value, and a failure for the job of a pull request from a fork.
 */
export function openTarget(options: ForgeOptions): ForgeTarget {
  const job = readCiJob()
  const kind = options.forge ?? job?.forge
  if (!kind) throw missing('the forge', '--forge github, gitlab or gitea')
  const given = options.pullRequest ?? options.pr
  const named = given === undefined ? undefined : requirePullRequest(given)
  const ofJob = URL.parse(job?.repositoryAddress ?? '')?.origin
  if (named?.origin && ofJob && named.origin !== ofJob && options.forgeApi === undefined)
    throw usageFailure(
      `The pull request is at ${named.origin}, but this job is at ${ofJob}.`,
      'Name the API of its forge with --forge-api, or run the command there.',
    )
  const number = named?.number ?? job?.pullRequest?.number
  if (number === undefined) throw missing('the pull request', '--pull-request NUMBER')
  if (!named) refuseFork(job?.pullRequest?.isFromFork)
  const repository = options.repository ?? named?.repository ?? job?.repository
  if (!repository) throw missing('the repository', '--repository OWNER/NAME')
  if (!repositoryPattern.test(repository) && !/^\d+$/.test(repository))
    throw usageFailure(`${JSON.stringify(repository)} is no repository.`, 'Give --repository OWNER/NAME.')
  const apiUrl = options.forgeApi ?? job?.apiUrl ?? defaultApis[kind]
  if (!apiUrl) throw missing('the API of the forge', '--forge-api URL')
  // In jobs of Gitea, GITHUB_TOKEN is a token of Gitea, so it is used if no other token for Gitea is set.
  const { FORGE_TOKEN, GITHUB_TOKEN } = process.env
  const token =
    FORGE_TOKEN || process.env[tokenVariables[kind]] || (kind === 'gitea' ? GITHUB_TOKEN : undefined)
  if (!token) throw missing('the token of the forge', `the variable ${tokenVariables[kind]}`)
  return { kind, number, forge: openForge(kind, { repository, apiUrl: apiUrl.replace(/\/+$/, '') }, token) }
}

/** Throws a failure if a pull request is from a fork. */
export function refuseFork(isFromFork: boolean | undefined): void {
  if (!isFromFork) return
  throw new Failure(
    'fork',
    'This pull request is from a fork: it would show private images to outsiders.',
    'Only "exhibit comment --pull-request NUMBER" shows them all the same.',
  )
}

const missing = (what: string, remedy: string) =>
  usageFailure(`CI does not name ${what}.`, `Give it with ${remedy}.`)

/** Returns the failure for an error of a forge. */
export function forgeFailure({ message, status }: ForgeError, kind: ForgeKind): Failure {
  const hints: Record<number, string> = {
    401: `Check the token in ${tokenVariables[kind]}.`,
    403:
      'Let the token write pull requests, and statuses for --status: on GitHub, "pull-requests: write" and ' +
      '"statuses: write" under "permissions" in the workflow.',
    404: 'Check the repository and the pull request, and that the token can read them.',
  }
  return new Failure('forge', message, hints[status] ?? 'Run the command again.')
}
