import { ForgeError } from '#shared/forge/forge'
import { withEvidence } from '#shared/forge/review-description'
import { earliest } from '#shared/time'
import type { Api } from '../api'
import { Failure } from '../failure'
import { readCiJob } from './ci'
import { forgeFailure, openTarget, refuseFork, type ForgeTarget } from './forge-target'
import { openGhTarget } from './gh'
import { readReview } from './review'

/** The pull request whose description shows the evidence. */
export interface UpdatedPullRequest {
  number: number
  outcome: 'updated' | 'unchanged'
  /** When the first media of the review expires, after which a placeholder is shown; null if none expires. */
  mediaExpiresAt: string | null
}

/**
 * Writes the evidence of a review into the description of its pull request: see {@link withEvidence}. The
 * pull request is `pr`, else the pull request of the CI job, else the pull request of the current branch at
 * GitHub. Throws a failure if there is no pull request, if it cannot be changed, or, in CI, if it is from a
 * fork.
 */
export async function updateDescription(
  api: Api,
  reviewId: string,
  pr: string | undefined,
): Promise<UpdatedPullRequest> {
  const { kind, forge, number } = await openPullRequest(pr)
  try {
    if (readCiJob()) refuseFork((await forge.pullRequest(number)).isFromFork)
    const payload = await readReview(api, reviewId)
    const isChanged = await forge.changeDescription(number, text => withEvidence(text, payload))
    const expiries = payload.artifacts.flatMap(each => each.currentRevision?.mediaExpiresAt ?? [])
    return {
      number,
      outcome: isChanged ? 'updated' : 'unchanged',
      mediaExpiresAt: earliest(expiries) ?? null,
    }
  } catch (error) {
    if (error instanceof ForgeError) throw forgeFailure(error, kind)
    if (error instanceof RangeError)
      throw new Failure('no_space', error.message, 'Shorten the description of the pull request.')
    throw error
  }
}

/** Opens the pull request with the token of the CI job, or else with the token of `gh`. */
async function openPullRequest(pr: string | undefined): Promise<ForgeTarget> {
  if (!readCiJob()) return openGhTarget(pr)
  try {
    return openTarget({ pr })
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'usage') throw error
    return openGhTarget(pr).catch(() => {
      throw new Failure(
        'no_pull_request',
        `No pull request was updated: ${error.message}`,
        error.hint.replace('--pull-request', '--pr'),
      )
    })
  }
}
