import { expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { PendingComment } from '#shared/contract/pending-comment'
import { runSql } from '../../support/data/database'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'

// PostgreSQL reads texts in its own process, so this does not make other requests wait.
const fixture = await sharedFixture({}, { deployment: 'standalone' })
const { server, person, agent, projectId, png } = fixture

const point = { kind: 'point', geometry: { x: 0.5, y: 0.5 }, body: 'Here.' }

/** Sends as many comments together as a person may. Returns how long that took, in milliseconds. */
async function timeOfSending(reviewId: string, artifactId: string): Promise<number> {
  const pendingCommentIds: string[] = []
  for (let i = 0; i < limits.pendingComments; i++) {
    const path = `/api/reviews/${reviewId}/pending-comments`
    const { body } = await person.call<PendingComment>('POST', path, { ...point, artifactId })
    pendingCommentIds.push(body.id)
  }
  const started = performance.now()
  const { status } = await person.call('POST', `/api/reviews/${reviewId}/submit`, { pendingCommentIds })
  expect(status).toBe(200)
  return performance.now() - started
}

it('sending many comments together takes about as long in a nearly full review as in another', async () => {
  const reviewId = await newReview(agent, projectId)
  const { artifactId } = await upload(agent, reviewId, png)
  const ofEmpty = [await timeOfSending(reviewId, artifactId), await timeOfSending(reviewId, artifactId)]
  const elements = JSON.stringify([{ box: [0, 0, 1, 1], text: 'x'.repeat(limits.reviewMarks - 50_000) }])
  await runSql(
    server,
    'UPDATE thread SET elements = ? WHERE id = (SELECT min(id) FROM thread WHERE review_id = ?)',
    [elements, reviewId],
  )
  await runSql(
    server,
    `INSERT INTO comment (id, thread_id, body, author_type, author_id, author_name, created_at)
      WITH RECURSIVE copy (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copy WHERE i < 4500)
      SELECT comment.id || i, thread_id, ?, author_type, author_id, author_name, comment.created_at
      FROM comment JOIN thread ON thread.id = thread_id CROSS JOIN copy
      WHERE thread.id = (SELECT min(id) FROM thread WHERE review_id = ?)`,
    ['x'.repeat(800), reviewId],
  )
  const ofFull = [await timeOfSending(reviewId, artifactId), await timeOfSending(reviewId, artifactId)]
  expect(Math.min(...ofFull)).toBeLessThan(4 * Math.min(...ofEmpty))
})
