import { describe, expect, it } from 'vitest'
import type { CreatedReview } from '#shared/contract/review'
import { idPrefixes } from '#shared/ids'
import { sharedFixture } from '../../support/server/fixture'

const { agent, projectId } = await sharedFixture()

describe('ids and references', () => {
  it('ids are prefixed ULIDs, and a malformed id in a path gets a 404', async () => {
    const created = await agent<CreatedReview>('POST', '/v1/reviews', { title: 'x', projectId })
    const ulid = '[0-9A-HJKMNP-TV-Z]{26}'
    expect(created.body.review.id).toMatch(new RegExp(`^rev_${ulid}$`))
    expect(created.body.project).toMatchObject({
      id: expect.stringMatching(new RegExp(`^prj_${ulid}$`)) as string,
      workspaceId: expect.stringMatching(new RegExp(`^ws_${ulid}$`)) as string,
    })
    expect(idPrefixes).toMatchObject({
      workspace: 'ws',
      project: 'prj',
      review: 'rev',
      artifact: 'art',
      revision: 'rvs',
      thread: 'thr',
      comment: 'cmt',
      token: 'tok',
      shareLink: 'shl',
      user: 'usr',
    })
    for (const id of [
      'xyz',
      created.body.review.id.replace('rev_', 'art_'),
      'rev_',
      'rev_a-b',
      'rev_a%2Fb',
      `rev_${'A'.repeat(100)}`,
    ])
      expect([id, await agent('GET', `/v1/reviews/${id}`)]).toMatchObject([
        id,
        { status: 404, body: { data: { error: 'not_found' } } },
      ])
  })

  it('the slug of a project comes from the project name, and need not be unique', async () => {
    const name = 'Ünïcode & Co. — Web!'
    const [first, second] = [
      await agent<{ project: { slug: string } }>('POST', '/v1/projects', { name }),
      await agent<{ project: { slug: string } }>('POST', '/v1/projects', { name }),
    ]
    expect([first.status, first.body.project.slug, second.body.project.slug]).toEqual([
      201,
      'unicode-co-web',
      'unicode-co-web',
    ])
  })
})
