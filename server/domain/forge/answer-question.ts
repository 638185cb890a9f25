import { and, desc, eq } from 'drizzle-orm'
import { ForgeError } from '#shared/forge/forge'
import { pullRequestIn } from '#shared/forge/pull-request-ref'
import { answerBody } from '#shared/forge/answer'
import { writeComment, type ReviewFacts } from '#shared/forge/review-comment'
import { db, writeUnguarded } from '~~/server/db'
import { selectReviews } from '~~/server/db/joins'
import { pullRequestQuestion, review } from '~~/server/db/schema'
import { createYield } from '~~/server/process/yield-to-event-loop'
import { whereQuestion, type ClaimedQuestion } from './claim-questions'
import { failureOf, openConnection } from './open-connection'
import { readFacts } from './read-facts'
import type { ConnectionRow } from './serialize'
import { endOfClaim, nextState, storeHealth } from './store-result'

/** The maximum number of reviews in an answer. If there are more reviews, the newest ones are listed. */
const MAX_REVIEWS = 20
/**
 * The maximum number of reviews that are read because they name a pull request with the number of this one.
 * Some of them may belong to another repository.
 */
const MAX_READ = 100

/** Answers a question with one comment on its pull request, and stores the result. */
export async function answerQuestion(claimed: ClaimedQuestion): Promise<void> {
  const failure = await write(claimed).catch(failureOf)
  const { question } = claimed
  const now = Date.now()
  await writeUnguarded(async tx => {
    const isClaimed = eq(pullRequestQuestion.claimedUntil, question.claimedUntil ?? 0)
    const [present] = await tx
      .select()
      .from(pullRequestQuestion)
      .where(and(whereQuestion(question), isClaimed))
    // Nothing is stored if the project was disconnected, or if another process claimed the question while the
    // answer was being sent.
    if (!present) return
    // If the question was asked in another comment, or the connection got a new token, the attempts are
    // counted from the beginning.
    const isAskedAgain = present.attempt !== question.attempt
    await tx
      .update(pullRequestQuestion)
      .set({ ...nextState(present, question, isAskedAgain, failure, now), ...endOfClaim(failure, now) })
      .where(whereQuestion(question))
    await storeHealth(tx, question.projectId, failure, true, now)
  })
}

async function write({ question, connection }: ClaimedQuestion): Promise<ForgeError | null> {
  const forge = openConnection(connection, question)
  if (forge instanceof ForgeError) return forge
  // The comment contains this key. If the process crashes, the next attempt finds the comment of the crashed
  // attempt by the key.
  const key = `answer-${question.commentId}`
  const body = answerBody(key, await readReviews(connection, question.pullRequest))
  await writeComment(forge.comments(question.pullRequest), key, body)
  return null
}

/** Returns the newest reviews of a project that name a pull request of its repository, newest first. */
async function readReviews(connection: ConnectionRow, number: number): Promise<ReviewFacts[]> {
  const numbered = await selectReviews(db)
    .where(and(eq(review.projectId, connection.projectId), eq(review.pullRequest, number)))
    .orderBy(desc(review.createdAt), desc(review.id))
    .limit(MAX_READ)
  const named = numbered.filter(({ review: { externalRef, prRef } }) =>
    [externalRef, prRef].some(each => pullRequestIn(each ?? '', connection) === number),
  )
  const yieldIfDue = createYield()
  const reviews: ReviewFacts[] = []
  for (const each of named.slice(0, MAX_REVIEWS)) {
    await yieldIfDue()
    reviews.push(await readFacts(db, each))
  }
  return reviews
}
