import { Option, type Command } from 'commander'
import { forgeKinds, isCommitHash, type CommitState } from '#shared/forge/dialects'
import { ForgeError, type Forge } from '#shared/forge/forge'
import { commentBody, commentedReview, writeComment } from '#shared/forge/review-comment'
import type { ReviewPayload } from '#shared/contract/review'
import type { Api } from '../api'
import type { ReviewOptions } from '../change/change'
import { forgeFailure, openTarget, refuseFork, type ForgeOptions } from '../change/forge-target'
import { Failure } from '../failure'
import { openReviewSession, type GlobalOptions } from '../account/session'
import { reviewOptions } from './review-options'

interface Options extends GlobalOptions, ReviewOptions, ForgeOptions {
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
  const { kind, forge, number } = openTarget(options)
  if (options.status) requireHash(payload.review.commit)
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
