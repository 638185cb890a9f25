import { eq } from 'drizzle-orm'
import { isCommitHash, type PullRequestState } from '#shared/forge/dialects'
import { ForgeError, type Forge } from '#shared/forge/forge'
import { pullRequestIn } from '#shared/forge/pull-request-ref'
import {
  commentBody,
  commentedReview,
  writeComment,
  type CommentedReview,
} from '#shared/forge/review-comment'
import type { LoadedReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { selectReviews } from '~~/server/db/joins'
import { review } from '~~/server/db/schema'
import { serializeParts } from '~~/server/domain/review/serialize'
import type { ClaimedUpdate } from './claim-updates'
import { statusOfCommit } from './commit-status'
import { failureOf, openConnection } from './open-connection'

/** The known state of a pull request after an update was attempted. */
export interface PullRequestRecord {
  pullRequest: number | null
  commentId: string | null
  commentDeleted: boolean
  status: string | null
}

export interface UpdateResult {
  record: PullRequestRecord
  /** The pull request as the forge shows it; null if it was not read. */
  pull: PullRequestState | null
  /** The first failure; null if the whole update succeeded. */
  failure: ForgeError | null
}

/**
 * Updates a pull request to the current state of a review: its comment, and the status of its commit. If it
 * shows this state already, reads only whether it was merged.
 * Failures are part of the result and are not thrown. The status is set even if the comment cannot be
 * written.
 */
export async function writeUpdate({ update, connection }: ClaimedUpdate): Promise<UpdateResult> {
  const [loaded] = await selectReviews(db).where(eq(review.id, update.reviewId))
  const number = loaded ? pullRequestIn(loaded.review.prRef ?? '', connection) : null
  const record = recordOf(update, number)
  if (!loaded || number === null) return { record, pull: null, failure: null }
  const forge = openConnection(connection, update)
  if (forge instanceof ForgeError) return { record, pull: null, failure: forge }
  const attempt = new UpdateAttempt(forge, loaded, { ...record, pullRequest: number })
  if (update.written === update.changes) await attempt.check()
  else await attempt.run(connection.pictures, loaded.review.commit)
  return attempt
}

/**
 * Returns the known state of a pull request, or an empty state if the review now refers to another pull
 * request.
 */
function recordOf(update: ClaimedUpdate['update'], number: number | null): PullRequestRecord {
  if (update.pullRequest !== number)
    return { pullRequest: number, commentId: null, commentDeleted: false, status: null }
  const { pullRequest, commentId, commentDeleted, status } = update
  return { pullRequest, commentId, commentDeleted, status }
}

class UpdateAttempt implements UpdateResult {
  pull: PullRequestState | null = null
  failure: ForgeError | null = null

  constructor(
    private readonly forge: Forge,
    private readonly loaded: LoadedReview,
    readonly record: PullRequestRecord & { pullRequest: number },
  ) {}

  /**
   * Reads the pull request without writing to it, because it already shows the current state of the review.
   */
  check(): Promise<void> {
    return this.collect(async () => void (await this.read()))
  }

  async run(pictures: boolean, reviewed: string | null): Promise<void> {
    await this.collect(async () => {
      const shown = commentedReview(await serializeParts(db, this.loaded), this.loaded.project)
      const pull = await this.read()
      // Pictures are left out if the pull request comes from a fork, because the owner of the fork could read
      // them.
      await this.collect(() => this.comment(shown, pictures && !pull.isFromFork))
      await this.collect(() => this.setStatus(shown, reviewed, pull.commit))
    })
  }

  private async read(): Promise<PullRequestState> {
    this.pull = await this.forge.pullRequest(this.record.pullRequest)
    return this.pull
  }

  /**
   * Runs one part of the update and stores the first failure. After a rate limit, skips all further parts.
   */
  private async collect(step: () => Promise<void>): Promise<void> {
    if (this.failure?.pauseMs != null) return
    try {
      await step()
    } catch (error) {
      const failure = failureOf(error)
      this.failure ??= failure
    }
  }

  private async comment(shown: CommentedReview, pictures: boolean): Promise<void> {
    const { record } = this
    if (record.commentDeleted) return
    const body = commentBody(shown, { pictures })
    const writtenId = record.commentId === null ? null : Number(record.commentId)
    const comments = this.forge.comments(record.pullRequest)
    const written = await writeComment(comments, shown.id, body, writtenId)
    record.commentDeleted = written.outcome === 'deleted'
    record.commentId = String(written.id)
  }

  /**
   * Sets the status of the review's commit. Does nothing if the review has no commit or the commit is not a
   * hash. A short hash always refers to the commit that first got a status: another commit whose hash begins
   * with the same characters is easy to make, and no person has reviewed that commit.
   */
  private async setStatus(shown: CommentedReview, reviewed: string | null, head: string): Promise<void> {
    if (reviewed === null || !isCommitHash(reviewed)) return
    const known = this.record.status?.split(' ')[0] ?? ''
    const commit = [known, head].find(each => each.startsWith(reviewed.toLowerCase())) ?? reviewed
    const { status, isShared } = await statusOfCommit(shown, this.loaded.project.id, commit)
    const sent = `${commit} ${status.state} ${status.description}`
    // The status is sent again if the commit is shared, since an update of another review may have changed
    // the status of this commit.
    if (this.record.status === sent && !isShared) return
    await this.forge.setStatus(commit, status)
    this.record.status = sent
  }
}
