import { Option, type Command } from 'commander'
import {
  forgeKinds,
  isCommitHash,
  repositoryPattern,
  type CommitState,
  type ForgeKind,
} from '#shared/forge/dialects'
import { ForgeError, openForge, type Forge } from '#shared/forge/forge'
import { defaultApis } from '#shared/forge/pull-request-ref'
import { commentBody, commentedReview, writeComment } from '#shared/forge/review-comment'
import type { ReviewPayload } from '#shared/contract/review'
import type { Api } from '../api'
import { requirePullRequest, type ReviewOptions } from '../change/change'
import { readCiJob } from '../change/ci'
import { Failure, usageFailure } from '../failure'
import { openReviewSession, type GlobalOptions } from '../account/session'
import { reviewOptions } from './review-options'

interface Options extends GlobalOptions, ReviewOptions {
  forge?: ForgeKind
  forgeApi?: string
  repository?: string
  pullRequest?: string
  status?: boolean
  dryRun?: boolean
}

/** Adds `exhibit comment`. */
export function addComment(program: Command): void {
  reviewOptions(program.command('comment'))
    .summary('Write the comment about the review into the pull request, from CI')
    .description(
      'Writes one comment with the evidence of the review into the pull request of this CI job, and ' +
        'changes that comment when it runs again. The token of the forge is FORGE_TOKEN, else ' +
        'GITHUB_TOKEN, GITEA_TOKEN or GITLAB_TOKEN. The images are shown to everyone who can read the ' +
        'pull request: a pull request of a fork gets no comment.',
    )
    .addOption(new Option('--forge <kind>', 'the kind of the forge (default: of the CI)').choices(forgeKinds))
    .option('--pull-request <number>', 'the pull request to write to (default: --pr, else of the CI)')
    .option('--forge-api <url>', 'address of its API (default: of the CI)')
    .option('--repository <name>', 'OWNER/NAME, or the id of a GitLab project (default: of the CI)')
    .option('--status', 'set the status "exhibit" of the commit to the verdict too')
    .option('--dry-run', 'print the comment instead')
    .action(async (_options, command: Command) => run(command.optsWithGlobals<Options>()))
}

async function run(options: Options): Promise<void> {
  const { api, output, id } = await openReviewSession(options)
  const payload = await api.call('GET /v1/reviews/{id}', { params: { id } })
  const review = commentedReview(payload)
  const body = commentBody(review, { pictures: true })
  if (options.dryRun) return output.result({ reviewId: id, body }, body)
  const { kind, token, number, ...repository } = target(options)
  if (options.status) requireHash(payload.review.commit)
  const forge = openForge(kind, repository, token)
  try {
    // `--pr` only identifies the review. Only `--pull-request` confirms that everyone who can read the pull
    // request may see the images, so without it a pull request from a fork is refused.
    if (options.pr !== undefined && options.pullRequest === undefined)
      refuseFork((await forge.pullRequest(number)).isFromFork)
    const written = await writeComment(forge.comments(number), id, body)
    const status = options.status ? await setStatus(api, forge, number, payload.review) : null
    const sentence = `The comment in pull request ${number} is ${written.outcome}.`
    output.result(
      { reviewId: id, pullRequest: number, ...written, ...(status && { commit: status.commit }) },
      status ? `${sentence} The status of ${status.commit} is ${status.state}.` : sentence,
    )
  } catch (error) {
    throw error instanceof ForgeError ? forgeFailure(error, kind) : error
  }
}

/**
 * Sets the commit status at the forge, for the review's commit, or for the head of the pull request if the
 * review has no commit. The server decides which status the commit gets, because other reviews may be about
 * the same commit.
 */
async function setStatus(
  api: Api,
  forge: Forge,
  number: number,
  { id, commit: reviewed }: ReviewPayload['review'],
): Promise<{ commit: string; state: CommitState }> {
  const commit = reviewed ?? (await forge.pullRequest(number)).commit
  const status = await api.call('GET /v1/reviews/{id}/commit-status', { params: { id }, query: { commit } })
  await forge.setStatus(commit, status)
  return { commit, state: status.state }
}

const tokenVariables: Record<ForgeKind, string> = {
  github: 'GITHUB_TOKEN',
  gitea: 'GITEA_TOKEN',
  gitlab: 'GITLAB_TOKEN',
}

/**
 * Returns the pull request to comment on, and the token for the forge. Throws a usage failure that names the
 * missing value.
 */
function target(options: Options) {
  const job = readCiJob()
  const kind = options.forge ?? job?.forge
  if (!kind) throw missing('the forge', '--forge github, gitlab or gitea')
  const given = options.pullRequest ?? options.pr
  const named = given === undefined ? undefined : requirePullRequest(given)
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
  return { kind, token, repository, number, apiUrl: apiUrl.replace(/\/+$/, '') }
}

/**
 * Throws a failure if the review's commit is not a commit hash, because only a hash can have a status. A
 * review without a commit is accepted: then the head of the pull request gets the status.
 */
function requireHash(commit: string | null): void {
  if (commit === null || isCommitHash(commit)) return
  throw new Failure(
    'commit',
    `The commit of the review is ${JSON.stringify(commit)}, which is no hash, so that it can have no status.`,
    'Push again from a repository, or leave --status out.',
  )
}

/**
 * Throws a failure if the pull request is from a fork. Not called if the option `--pull-request` is given.
 */
function refuseFork(isFromFork: boolean | undefined): void {
  if (!isFromFork) return
  throw new Failure(
    'fork',
    'This pull request is from a fork: its comment would show private images to strangers.',
    'Name it with --pull-request NUMBER to write the comment all the same.',
  )
}

const missing = (what: string, remedy: string) =>
  usageFailure(`CI does not name ${what}.`, `Give it with ${remedy}.`)

function forgeFailure({ message, status }: ForgeError, kind: ForgeKind): Failure {
  const hints: Record<number, string> = {
    401: `Check the token in ${tokenVariables[kind]}.`,
    403:
      'Let the token write pull requests, and statuses for --status: on GitHub, "pull-requests: write" and ' +
      '"statuses: write" under "permissions" in the workflow.',
    404: 'Check --repository and --pull-request, and that the token can read them.',
  }
  return new Failure('forge', message, hints[status] ?? 'Run the command again.')
}
