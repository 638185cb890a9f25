import { afterAll, beforeAll, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { PendingComment } from '#shared/contract/pending-comment'
import { runSql } from '../support/data/database'
import { pngImage } from '../support/media/samples'
import { signUp, type Person } from '../support/people/sign-up'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { startServer, type TestServer } from '../support/server/server'
import { printRow } from './support/rows'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'off' })
  person = await signUp(server)
})
afterAll(() => server.stop())

/** Sends as many comments together as a person may. Returns how long that took, in milliseconds. */
async function timeOfSending(reviewId: string, artifactId: string): Promise<number> {
  const pendingCommentIds: string[] = []
  for (let i = 0; i < limits.pendingComments; i++) {
    const comment = { kind: 'point', geometry: { x: 0.5, y: 0.5 }, body: 'Here.', artifactId }
    const path = `/api/reviews/${reviewId}/pending-comments`
    pendingCommentIds.push((await person.call<PendingComment>('POST', path, comment)).body.id)
  }
  const started = performance.now()
  await person.call('POST', `/api/reviews/${reviewId}/submit`, { pendingCommentIds })
  return performance.now() - started
}

/** Fills a review with comments until it has almost as much text and as many marks as it may. */
async function fill(reviewId: string): Promise<void> {
  const elements = JSON.stringify([{ box: [0, 0, 1, 1], text: 'x'.repeat(limits.reviewMarks - 150_000) }])
  await runSql(
    server,
    'UPDATE thread SET elements = ? WHERE id = (SELECT min(id) FROM thread WHERE review_id = ?)',
    [elements, reviewId],
  )
  await runSql(
    server,
    `INSERT INTO comment (id, thread_id, body, author_type, author_id, author_name, created_at)
      WITH RECURSIVE copy (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copy WHERE i < 4200)
      SELECT comment.id || i, thread_id, ?, author_type, author_id, author_name, comment.created_at
      FROM comment JOIN thread ON thread.id = thread_id CROSS JOIN copy
      WHERE thread.id = (SELECT min(id) FROM thread WHERE review_id = ?)`,
    ['x'.repeat(800), reviewId],
  )
  await runSql(server, 'UPDATE review SET comment_count = NULL')
}

it('measures sending 100 comments together in a nearly full review', { timeout: 600_000 }, async () => {
  const agent = await person.agent()
  const projectId = await person.project()
  const [full, empty] = await Promise.all(
    [0, 1].map(async () => {
      const reviewId = await newReview(agent, projectId)
      const { artifactId } = await upload(agent, reviewId, await pngImage(64, 40))
      return { reviewId, artifactId }
    }),
  )
  if (!full || !empty) throw new Error('There is no review.')
  await timeOfSending(full.reviewId, full.artifactId)
  await fill(full.reviewId)
  await printRow({
    name: '100 comments sent together in a nearly full review',
    target: '≤ 4',
    unit: ' ms',
    measure: () => timeOfSending(full.reviewId, full.artifactId),
    references: { 'in an empty review': () => timeOfSending(empty.reviewId, empty.artifactId) },
  })
})
