import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { Review, ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { runSql } from '../../support/data/database'
import { newReview, threadsOf } from '../../support/reviews/review'
import { declareUpload, upload } from '../../support/reviews/uploads'
import { caller } from '../../support/server/client'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()

const conflict = { status: 409, body: { data: { error: 'conflict' } } }

/** Makes the server count the comments of all reviews again, because a test has changed some by SQL. */
const clearTotals = () =>
  runSql(server, 'UPDATE review SET comment_count = NULL, comment_bytes = NULL, mark_bytes = NULL')

/**
 * Inserts copies of a row into a table. `times` is the number of copies. `values` are the expressions for the
 * columns, in which `i` is the number of the copy.
 */
async function copies(
  table: 'artifact' | 'comment' | 'revision' | 'verdict',
  id: string,
  columns: string,
  times: number,
  values = columns,
): Promise<void> {
  await runSql(
    server,
    `INSERT INTO ${table} (id, ${columns})
      WITH RECURSIVE copy (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copy WHERE i < ?)
      SELECT '${id.slice(0, 4)}' || substr(id, 5) || i, ${values}
      FROM ${table} CROSS JOIN copy WHERE id = ?`,
    [times, id],
  )
  await clearTotals()
}

/**
 * Returns the totals of a review's comments: the stored totals, and the totals that the database counts now.
 */
async function totalsOf(reviewId: string) {
  const [row] = await runSql<Record<string, number | string | null>>(
    server,
    'SELECT comment_count, comment_bytes, mark_bytes FROM review WHERE id = ?',
    [reviewId],
  )
  const bodies = await runSql<{ body: string }>(
    server,
    'SELECT body FROM comment JOIN thread ON thread.id = thread_id WHERE review_id = ?',
    [reviewId],
  )
  const marks = await runSql<Record<string, unknown>>(
    server,
    'SELECT geometry, shapes, elements, events FROM thread WHERE review_id = ?',
    [reviewId],
  )
  const sum = (texts: unknown[]) =>
    texts.reduce<number>((total, text) => {
      if (text === null) return total
      return total + Buffer.byteLength(typeof text === 'string' ? text : JSON.stringify(text))
    }, 0)
  return {
    stored: [row?.comment_count, row?.comment_bytes, row?.mark_bytes],
    counted: [bodies.length, sum(bodies.map(each => each.body)), sum(marks.flatMap(Object.values))],
  }
}

describe('the limits of a review', () => {
  it(`a review has at most ${limits.reviewArtifacts} artifacts, including declared ones`, async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = (await declareUpload(agent, reviewId, { bytes: png.length })).body
    const columns = 'review_id, kind, title, preferred, status, next_index, created_at, updated_at'
    await copies('artifact', artifactId, columns, limits.reviewArtifacts - 2)
    expect((await declareUpload(agent, reviewId, { bytes: png.length })).status).toBe(201)
    expect(await declareUpload(agent, reviewId, { bytes: png.length })).toMatchObject(conflict)
    const form = new FormData()
    form.append('reviewId', reviewId)
    form.append('files', new File([new Uint8Array(png)], 'a.png', { type: 'image/png' }))
    expect(await agent('POST', '/v1/evidence', form)).toMatchObject(conflict)
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    expect((await declareUpload(agent, await newReview(agent, projectId), { bytes: 1 })).status).toBe(201)
  })

  it(`a review has at most ${limits.reviewRevisions} revisions, including declared ones`, async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId, revisionId } = (await declareUpload(agent, reviewId, { bytes: 1 })).body
    const columns = '"index", artifact_id, mime, bytes, is_before, created_at'
    const values = columns.replace('"index"', 'i + 10')
    await copies('revision', revisionId, columns, limits.reviewRevisions - 2, values)
    const declare = () =>
      agent<{ revisionId: string }>('POST', `/v1/artifacts/${artifactId}/revisions`, {
        mime: 'image/png',
        bytes: 1,
      })
    const last = await declare()
    expect(last.status).toBe(201)
    expect(await declare()).toMatchObject(conflict)
    expect(await declareUpload(agent, reviewId, { bytes: 1 })).toMatchObject(conflict)
    const form = new FormData()
    form.append('reviewId', reviewId)
    form.append('files', new File([new Uint8Array(png)], 'a.png', { type: 'image/png' }))
    expect(await agent('POST', '/v1/evidence', form)).toMatchObject(conflict)
    expect((await agent('GET', `/v1/reviews/${reviewId}`)).status).toBe(200)
    await agent('DELETE', `/v1/revisions/${last.body.revisionId}`)
    const describeFirst = (text: string) =>
      runSql(server, 'UPDATE revision SET description = ? WHERE id = ?', [text, revisionId])
    await describeFirst('x'.repeat(limits.reviewRevisionText))
    expect(await declare()).toMatchObject(conflict)
    await describeFirst('x')
    expect((await declare()).status).toBe(201)
  })

  it(`a person gives at most ${limits.personVerdicts} verdicts on a review`, async () => {
    const reviewId = await newReview(agent, projectId)
    const decide = (status: string, comment: string) =>
      person.call<Review>('POST', `/api/reviews/${reviewId}/status`, { status, comment })
    await decide('changes_requested', 'First')
    const [first] = await runSql<{ id: string }>(server, 'SELECT id FROM verdict WHERE review_id = ?', [
      reviewId,
    ])
    const columns = 'created_at, review_id, author_id, author_name, status, comment'
    const values = columns.replace('created_at', 'created_at - i')
    await copies('verdict', first?.id ?? '', columns, limits.personVerdicts - 2, values)
    const last = await decide('verified', 'Last')
    expect(last.status).toBe(200)
    expect(await decide('open', 'Another')).toMatchObject(conflict)
    const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect(body.reviewers).toMatchObject([{ status: 'verified', comment: 'Last' }])
    const withdrawn = { decidedAt: last.body.decidedAt }
    expect((await person.call('POST', `/api/reviews/${reviewId}/status/undo`, withdrawn)).status).toBe(200)
    expect((await decide('verified', 'Again')).status).toBe(200)
  })

  const commented = async (body: string) => {
    const reviewId = await newReview(agent, projectId)
    const made = await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { body })
    const { threadId, comments } = made.body
    return { reviewId, threadId, commentId: comments[0]?.id ?? '' }
  }
  const columns = 'thread_id, body, author_type, author_id, author_name, created_at'

  it(`a review has at most ${limits.reviewComments} comments, including replies`, async () => {
    const { reviewId, threadId, commentId } = await commented('x')
    await copies('comment', commentId, columns, limits.reviewComments - 2)
    const reply = () => person.call<Thread>('POST', `/v1/threads/${threadId}/replies`, { body: 'y' })
    const last = await reply()
    expect(last.status).toBe(201)
    expect(await reply()).toMatchObject(conflict)
    expect(await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'y' })).toMatchObject(
      conflict,
    )
    expect(await threadsOf(agent, reviewId)).toHaveLength(1)
    await person.call('DELETE', `/api/comments/${last.body.comments.at(-1)?.id}`)
    expect((await reply()).status).toBe(201)
  })

  it(`a review has at most ${limits.reviewCommentText} bytes in all of its comments`, async () => {
    const { threadId, commentId } = await commented('x'.repeat(limits.commentBody))
    await copies('comment', commentId, columns, limits.reviewCommentText / limits.commentBody - 2)
    const reply = (body: string) => person.call<Thread>('POST', `/v1/threads/${threadId}/replies`, { body })
    const last = await reply('y'.repeat(limits.commentBody - 1))
    expect([last.status, (await reply('y')).status, (await reply('y')).status]).toEqual([201, 201, 409])
    const edit = (body: string) => person.call('PATCH', `/api/comments/${commentId}`, { body })
    expect((await edit('x'.repeat(limits.commentBody - 1))).status).toBe(200)
    expect((await edit('z'.repeat(limits.commentBody))).status).toBe(200)
    expect((await reply('y')).status).toBe(409)
  })

  it(`a review has at most ${limits.reviewMarks} bytes of shapes and marked elements`, async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, png)
    const mark = (points: number) => ({
      kind: 'freehand',
      geometry: { points: Array.from({ length: points }, (_, at) => [at / points, 0.123456789]) },
      body: 'x',
    })
    const draw = (points: number) =>
      person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, mark(points))
    const { threadId } = (await draw(2)).body
    const fill = async (length: number) => {
      await runSql(server, 'UPDATE thread SET elements = ? WHERE id = ?', [
        JSON.stringify([{ box: [0, 0, 1, 1], text: 'x'.repeat(length) }]),
        threadId,
      ])
      await clearTotals()
    }
    const link = await person.call<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {
      allowComments: true,
    })
    const drawAsGuest = (points: number) =>
      caller(server)('POST', `/api/share/${link.body.url.split('/').at(-1)}/threads`, {
        ...mark(points),
        ...{ artifactId, name: 'Gil' },
      })
    await fill(limits.reviewMarks / 2 - 2000)
    expect([(await drawAsGuest(2)).status, (await drawAsGuest(256)).status]).toEqual([201, 409])
    await fill(limits.reviewMarks - 2000)
    const small = await draw(2)
    expect([small.status, (await draw(256)).status]).toEqual([201, 409])
    const move = (points: number) =>
      person.call('PATCH', `/api/threads/${small.body.threadId}`, { geometry: mark(points).geometry })
    expect([(await move(3)).status, (await move(256)).status]).toEqual([200, 409])
    const withoutShape = await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'x' })
    expect(withoutShape.status).toBe(201)
  })

  it('the stored totals of comments agree with the comments after each kind of change', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId, revisionId } = await upload(agent, reviewId, png)
    const other = await upload(agent, reviewId, png)
    const draw = async (artifact: string, body: string) =>
      (
        await person.call<Thread>('POST', `/v1/artifacts/${artifact}/annotations`, {
          kind: 'rectangle',
          geometry: { x: 0.1, y: 0.1, width: 0.5, height: 0.5 },
          shapes: [{ kind: 'point', geometry: { x: 0.5, y: 0.25 } }],
          body,
        })
      ).body
    const reply = (threadId: string, body: string) =>
      person.call<Thread>('POST', `/v1/threads/${threadId}/replies`, { body })
    const first = await draw(artifactId, 'The total wraps: 12 €.')
    const second = await draw(artifactId, 'b')
    const onOther = await draw(other.artifactId, 'c')
    const answered = (await reply(first.threadId, 'Fixed ✓')).body.comments.at(-1)?.id
    const element = { selector: '#total', box: [0.1, 0.1, 0.5, 0.5], text: '12 €' }
    const changes: Record<string, () => Promise<{ status: number }>> = {
      'a reply': () => reply(first.threadId, 'd'),
      'an edit': () => person.call('PATCH', `/api/comments/${answered}`, { body: 'Fixed, and more.' }),
      'a shorter text': () => person.call('PATCH', `/api/comments/${answered}`, { body: 'é' }),
      'a moved shape': () =>
        person.call('PATCH', `/api/threads/${first.threadId}`, {
          geometry: { x: 0.123456789, y: 0.1, width: 0.5, height: 0.5 },
        }),
      'a context': () => agent('PUT', `/v1/revisions/${revisionId}/context`, { elements: [element] }),
      'a deleted reply': () => person.call('DELETE', `/api/comments/${answered}`),
      'a deleted thread': () => person.call('DELETE', `/api/threads/${second.threadId}`),
      'a deleted piece': () => person.call('DELETE', `/api/artifacts/${other.artifactId}`),
    }
    expect(onOther.number).toBe(3)
    for (const [name, change] of Object.entries(changes)) {
      expect((await change()).status, name).toBeLessThan(300)
      const before = await totalsOf(reviewId)
      if (before.stored[0] !== null) expect(before.stored, name).toEqual(before.counted)
      expect((await reply(first.threadId, 'e')).status).toBe(201)
      const after = await totalsOf(reviewId)
      expect(after.stored, `a reply after ${name}`).toEqual(after.counted)
    }
  })
})
