import { eq } from 'drizzle-orm'
import { limits } from '#shared/contract/kit/limits'
import { isCommitHash } from '#shared/forge/dialects'
import { ForgeError, openForge, type Forge } from '#shared/forge/forge'
import { pullRequestIn } from '#shared/forge/pull-request-ref'
import {
  commentBody,
  commentedReview,
  writeComment,
  type CommentedReview,
} from '#shared/forge/review-comment'
import { db } from '~~/server/db'
import { selectReviews } from '~~/server/db/joins'
import { review } from '~~/server/db/schema'
import { serializeParts } from '~~/server/domain/review/serialize'
import { log } from '~~/server/process/log'
import { hasShortTime } from '~~/server/outgoing/schedule'
import type { ClaimedUpdate } from './claim-updates'
import { statusOfCommit } from './commit-status'
import { unsealToken } from './forge-token'
import { guardedFetch } from './guarded-fetch'

/** The known state of a pull request after an attempt. */
export interface PullRequestRecord {
  pullRequest: number | null
  commentId: string | null
  commentDeleted: boolean
  status: string | null
}

export interface UpdateResult {
  record: PullRequestRecord
  /** The first failure; null if everything was written. */
  failure: ForgeError | null
}

/**
 * Updates a pull request to the present state of a review: its comment, and the status of its commit. Returns
 * failures as a result. If the comment cannot be written, the status is set nevertheless.
 */
export async function writeUpdate({ update, connection }: ClaimedUpdate): Promise<UpdateResult> {
  const [loaded] = await selectReviews(db).where(eq(review.id, update.reviewId))
  const number = loaded ? pullRequestIn(loaded.review.prRef ?? '', connection) : null
  const record = recordOf(update, number)
  if (!loaded || number === null) return { record, failure: null }
  const token = unsealToken(connection.token)
  if (token === null)
    return failed(record, 'The token cannot be decrypted, since AUTH_SECRET has changed: enter it again.')
  const parts = await serializeParts(db, loaded)
  const attempt = new UpdateAttempt(
    openForge(connection.kind, connection, token, guardedFetch(timeFor(update))),
    commentedReview(parts),
    loaded.review.projectId,
    { ...record, pullRequest: number },
  )
  await attempt.run(connection.pictures, loaded.review.commit)
  return attempt
}

const failed = (record: PullRequestRecord, message: string): UpdateResult => ({
  record,
  failure: new ForgeError(message, 401),
})

/** Returns the time limit of an update, in milliseconds. */
const timeFor = ({ error, attempt }: ClaimedUpdate['update']): number =>
  hasShortTime(error !== null, attempt) ? limits.forgeFailingUpdateMs : limits.forgeUpdateMs

/** Returns the known state of a pull request; empty if the review now names another one. */
function recordOf(update: ClaimedUpdate['update'], number: number | null): PullRequestRecord {
  if (update.pullRequest !== number)
    return { pullRequest: number, commentId: null, commentDeleted: false, status: null }
  const { pullRequest, commentId, commentDeleted, status } = update
  return { pullRequest, commentId, commentDeleted, status }
}

class UpdateAttempt implements UpdateResult {
  failure: ForgeError | null = null

  constructor(
    private readonly forge: Forge,
    private readonly review: CommentedReview,
    private readonly projectId: string,
    readonly record: PullRequestRecord & { pullRequest: number },
  ) {}

  async run(pictures: boolean, reviewed: string | null): Promise<void> {
    await this.collect(async () => {
      const pull = await this.forge.pullRequest(this.record.pullRequest)
      // The owner of the fork could read the pictures.
      await this.collect(() => this.comment(pictures && !pull.isFromFork))
      await this.collect(() => this.setStatus(reviewed, pull.commit))
    })
  }

  /** Stores the first failure. After a rate limit, nothing more is sent. */
  private async collect(step: () => Promise<void>): Promise<void> {
    if (this.failure?.pauseMs != null) return
    try {
      await step()
    } catch (error) {
      if (!(error instanceof ForgeError)) log.error('a pull request could not be updated', { error })
      this.failure ??=
        error instanceof ForgeError ? error : new ForgeError('The server failed to update it.', 500)
    }
  }

  private async comment(pictures: boolean): Promise<void> {
    const { record, review: shown } = this
    if (record.commentDeleted) return
    const body = commentBody(shown, { pictures })
    const writtenId = record.commentId === null ? null : Number(record.commentId)
    const comments = this.forge.comments(record.pullRequest)
    const written = await writeComment(comments, shown.id, body, writtenId)
    record.commentDeleted = written.outcome === 'deleted'
    record.commentId = String(written.id)
  }

  /**
   * Sets the status of the commit of the review. A review without a commit, or whose commit is not a hash,
   * gets none. A short hash keeps referring to the commit that had a status first: another commit whose hash
   * begins alike is quickly made, and no person has reviewed it.
   */
  private async setStatus(reviewed: string | null, head: string): Promise<void> {
    if (reviewed === null || !isCommitHash(reviewed)) return
    const known = this.record.status?.split(' ')[0] ?? ''
    const commit = [known, head].find(each => each.startsWith(reviewed.toLowerCase())) ?? reviewed
    const { status, isShared } = await statusOfCommit(this.review, this.projectId, commit)
    const sent = `${commit} ${status.state} ${status.description}`
    // An update of another review may have set the status since.
    if (this.record.status === sent && !isShared) return
    await this.forge.setStatus(commit, status)
    this.record.status = sent
  }
}
