import { limits } from '#shared/contract/kit/limits'
import {
  pullRequestName,
  readPullRequestField,
  repositoryIn,
  type NamedPullRequest,
} from '#shared/forge/pull-request-name'
import { isSameRepository, readRepository, repositoryAddress } from '#shared/forge/repository-name'
import { usageFailure } from '../failure'
import { readCiJob } from './ci'
import { readCheckout } from './git'

/** The options that identify a review. */
export interface ReviewOptions {
  review?: string
  ref?: string
  pr?: string
  project?: string
}

/** The change that the evidence shows, as CI or git describes it. */
export interface Change {
  /** The reference of the review of this change; undefined if the change has none. */
  externalRef: string | undefined
  prRef: string | undefined
  branch: string | undefined
  commit: string | undefined
  title: string | undefined
  /**
   * The repository, such as `github.com/acme/shop`, without credentials. If `--pr` names a pull request of
   * another repository, this is only the path, such as `acme/shop`. If there is no remote, this is only the
   * name of the folder.
   */
  repository: string | undefined
  /**
   * A URL at the forge, which is the Git host, such as GitHub: in CI the URL of its API, else the remote of
   * the checkout.
   */
  forge: string | undefined
}

/**
 * Describes the change. The reference of its review is `--ref`, else `--pr`, else the branch, so that a push
 * of the developer and a push from CI use the same review. For a pull request from a fork the reference is
 * the pull request, since branches of several forks may have the same name.
 */
export async function readChange({ ref, pr }: ReviewOptions): Promise<Change> {
  const job = readCiJob()
  const checkout = await readCheckout()
  const branch = job ? job.branch : checkout.branch
  const ofJob = job?.pullRequest ? { repository: null, number: job.pullRequest.number } : undefined
  const pullRequest = pr === undefined ? ofJob : requirePullRequest(pr)
  const isByPullRequest = pr !== undefined || job?.pullRequest?.isFromFork === true
  const prRef = pullRequest && pullRequestName(pullRequest)
  const named = repositoryIn(pr ?? '')
  const own = readRepository(job?.repositoryAddress ?? checkout.remote ?? '')
  const isOwn = named === null || (own !== null && isSameRepository(named, own))
  const repository = isOwn ? own && repositoryAddress(own) : named.path
  return {
    externalRef: (ref ?? (isByPullRequest ? prRef : (branch ?? prRef)))?.slice(0, limits.externalRef),
    prRef: prRef?.slice(0, limits.prRef),
    branch: branch?.slice(0, limits.branch),
    commit: (job?.commit ?? checkout.commit)?.slice(0, limits.commit),
    title: (job?.pullRequest?.title ?? checkout.subject)?.slice(0, limits.title),
    repository: repository ?? undefined,
    forge: job ? job.apiUrl : checkout.remote,
  }
}

/**
 * Returns the pull request that is given as `12`, `#12`, `owner/name#12` or a URL. Throws a usage failure
 * otherwise.
 */
export function requirePullRequest(given: string): NamedPullRequest {
  const named = readPullRequestField(given)
  if (named) return named
  throw usageFailure(
    `"${given}" is not a pull request.`,
    'Give its number, such as --pr 12, OWNER/REPO#12 or its address.',
  )
}

/** Returns the reference of the review of a change. Throws a usage failure if the change has no reference. */
export function requireReference({ externalRef }: Change): string {
  if (externalRef) return externalRef
  throw usageFailure(
    'Neither git nor CI names a branch or a pull request here.',
    'Name the review with --ref NAME, --pr NUMBER or --review ID.',
  )
}
