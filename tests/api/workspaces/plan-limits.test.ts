import { describe, expect, it } from 'vitest'
import { plans } from '#shared/plans'
import { DAY } from '#shared/time'
import type { Failure } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { billingOf, declareVideo, limitError, sendVideo } from '../../support/people/plans'
import { paidServer } from '../../support/people/servers'

const { server } = await paidServer()

describe('a limit of a plan', () => {
  it('a plan with 5 projects allows no sixth project, even by concurrent calls', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0
          ? agent('POST', '/v1/projects', { name: `P${i}` })
          : ann.call('POST', '/api/projects', { name: `P${i}` }),
      ),
    )
    expect(responses.map(each => each.status).sort()).toEqual([
      ...Array<number>(5).fill(201),
      ...Array<number>(5).fill(402),
    ])
    expect(await agent('POST', '/v1/projects', { name: 'Sixth' })).toMatchObject(
      limitError('project_limit_reached', 5, 5),
    )
    expect((await billingOf(ann)).usage.projectsPerWorkspace).toBe(5)
  })

  it('a plan with 5 agent tokens allows no sixth one; revoked tokens do not count', async () => {
    const ann = await signUp(server)
    const mint = () =>
      ann.call<{ id: string }>('POST', '/api/tokens', {
        name: 'x',
        workspaceId: ann.workspaceId,
        capabilities: ['artifact:read'],
      })
    const responses = await Promise.all(Array.from({ length: 8 }, mint))
    expect(responses.map(each => each.status).sort()).toEqual([201, 201, 201, 201, 201, 402, 402, 402])
    expect(await mint()).toMatchObject(limitError('agent_key_limit_reached', 5, 5))
    await ann.call('DELETE', `/api/tokens/${responses.find(each => each.status === 201)?.body.id}`)
    expect((await mint()).status).toBe(201)
  })

  it('a plan with 3 workspaces for each person allows no fourth one', async () => {
    const ann = await signUp(server)
    for (const name of ['Second', 'Third'])
      expect((await ann.call('POST', '/api/workspaces', { name })).status).toBe(201)
    expect(await ann.call('POST', '/api/workspaces', { name: 'Fourth' })).toMatchObject(
      limitError('workspace_limit_reached', 3, 3),
    )
  })

  it('a plan with 3 members and 5 reviewers allows no further ones, even by concurrent joins', async () => {
    const ann = await signUp(server)
    const join = async (role: string) => {
      const { token } = (
        await ann.call<{ token: string }>('POST', `/api/workspaces/${ann.workspaceId}/invitations`, { role })
      ).body
      const who = await signUp(server)
      return () => who.call('POST', `/api/invite/${token}`)
    }
    const joins = await Promise.all(
      ['member', 'member', 'member', ...Array<string>(6).fill('reviewer')].map(join),
    )
    const responses = await Promise.all(joins.map(each => each()))
    expect(
      responses
        .slice(0, 3)
        .map(each => each.status)
        .sort(),
    ).toEqual([200, 200, 402])
    expect(
      responses
        .slice(3)
        .map(each => each.status)
        .sort(),
    ).toEqual([200, 200, 200, 200, 200, 402])
    expect(
      await ann.call('POST', `/api/workspaces/${ann.workspaceId}/invitations`, { role: 'member' }),
    ).toMatchObject(limitError('member_limit_reached', 3, 3))
    expect(
      await ann.call('POST', `/api/workspaces/${ann.workspaceId}/invitations`, { role: 'reviewer' }),
    ).toMatchObject(limitError('reviewer_limit_reached', 5, 5))
    const { members } = (
      await ann.call<{ members: { userId: string; role: string }[] }>(
        'GET',
        `/api/workspaces/${ann.workspaceId}/members`,
      )
    ).body
    const reviewer = members.find(each => each.role === 'reviewer')
    expect(
      await ann.call('PATCH', `/api/workspaces/${ann.workspaceId}/members/${reviewer?.userId}`, {
        role: 'member',
      }),
    ).toMatchObject(limitError('member_limit_reached', 3, 3))
  })

  it('a plan with 100 reviews a month allows no further review; reused reviews do not count', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const projectId = await ann.project()
    // Advances the clock to the first day of a month, so that the month does not end during the test.
    const now = new Date(server.now())
    await server.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12) - now.getTime())
    const create = (externalRef: string) =>
      agent('POST', '/v1/reviews', { title: 'x', projectId, externalRef })
    const made = await Promise.all(Array.from({ length: 104 }, (_, i) => create(`pr-${i}`)))
    expect(made.filter(each => each.status === 201)).toHaveLength(100)
    expect(made.find(each => each.status === 402)).toMatchObject(limitError('review_limit_reached', 100, 100))
    expect((await create('pr-0')).status).toBe(200)
    await server.advance(31 * DAY)
    expect((await create('next month')).status).toBe(201)
  })

  it('a file that is one byte larger than the plan allows is refused at its declaration', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    const limit = plans.free.limits.fileBytes
    expect((await declareVideo(agent, reviewId, { bytes: limit })).status).toBe(201)
    const refused = await declareVideo(agent, reviewId, { bytes: limit + 1 })
    expect(refused).toMatchObject(limitError('file_size_limit_reached', limit + 1, limit))
    expect((refused.body as unknown as Failure).data.message).toBe(
      'The Free plan allows files of at most 50 MiB; this one has 50.1 MiB.',
    )
    // A file above the limit of the server gets the same error on every plan.
    expect(
      await agent('POST', '/v1/artifacts/uploads', {
        reviewId,
        kind: 'image',
        title: 'x',
        mime: 'image/png',
        bytes: limit + 1,
      }),
    ).toMatchObject({ status: 422, body: { data: { field: 'bytes' } } })
    expect((await declareVideo(agent, reviewId, { bytes: 524_288_001 })).status).toBe(422)
  })

  it('a video longer than the 5 minutes of the plan is refused at declaration and completion', async () => {
    const ann = await signUp(server)
    const agent = await ann.agent()
    const reviewId = await newReview(agent, await ann.project())
    expect((await declareVideo(agent, reviewId, { durationMs: 300_000 })).status).toBe(201)
    expect(await declareVideo(agent, reviewId, { durationMs: 300_001 })).toMatchObject(
      limitError('video_length_limit_reached', 300_001, 300_000),
    )
    const complete = await sendVideo(agent, reviewId)
    expect(await complete()).toMatchObject({ status: 422, body: { data: { field: 'durationMs' } } })
    expect(await complete(300_001)).toMatchObject(limitError('video_length_limit_reached', 300_001, 300_000))
    expect((await complete(300_000)).status).toBe(200)
    expect((await billingOf(ann)).usage.evidenceUnitsPerMonth).toBe(20)
  })
})
