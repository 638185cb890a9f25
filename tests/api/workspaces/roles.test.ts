import { describe, expect, it } from 'vitest'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer()
const owner = await signUp(server, 'Owner')

const png = await pngImage(32, 32)

describe('roles', () => {
  it('a reviewer can comment, resolve threads and give a verdict, but cannot manage anything', async () => {
    const agent = await owner.agent()
    const projectId = await owner.project()
    const done = await upload(agent, await newReview(agent, projectId), png)
    const reviewer = await joined(server, owner, 'Reviewer', 'reviewer')
    const note = await reviewer.call<{ threadId: string }>(
      'POST',
      `/v1/artifacts/${done.artifactId}/annotations`,
      { geometry: { x: 0, y: 0 }, body: 'x' },
    )
    expect(note.status).toBe(201)
    expect((await reviewer.call('POST', `/v1/threads/${note.body.threadId}/resolve`)).status).toBe(200)
    expect(
      (await reviewer.call('POST', `/api/reviews/${done.review.id}/status`, { status: 'verified' })).status,
    ).toBe(200)
    const refused: [string, string, unknown?][] = [
      ['POST', '/api/tokens', { name: 'x', workspaceId: owner.workspaceId, capabilities: ['artifact:read'] }],
      ['POST', '/api/projects', { name: 'x', workspaceId: owner.workspaceId }],
      ['DELETE', `/api/projects/${projectId}`],
      ['DELETE', `/api/reviews/${done.review.id}`],
      ['DELETE', `/api/artifacts/${done.artifactId}`],
      ['PATCH', `/v1/artifacts/${done.artifactId}`, { title: 'x' }],
      ['POST', `/v1/reviews/${done.review.id}/share-links`],
      ['PATCH', `/api/workspaces/${owner.workspaceId}`, { name: 'x' }],
      ['GET', `/api/workspaces/${owner.workspaceId}/events`],
      ['GET', `/api/tokens?workspaceId=${owner.workspaceId}`],
    ]
    for (const [method, path, body] of refused)
      expect([path, (await reviewer.call(method, path, body)).status]).toEqual([path, 403])
  })

  it('only owners can change roles, and the last owner can neither leave nor lose the role', async () => {
    const ann = await signUp(server, 'Ann')
    const bob = await joined(server, ann, 'Bob', 'member')
    const at = (who: Person) => `/api/workspaces/${ann.workspaceId}/members/${who.id}`
    expect((await bob.call('PATCH', at(bob), { role: 'owner' })).status).toBe(403)
    expect((await bob.call('DELETE', at(ann))).status).toBe(403)
    expect(await ann.call('PATCH', at(ann), { role: 'member' })).toMatchObject({
      status: 409,
      body: { data: { error: 'conflict' } },
    })
    expect((await ann.call('DELETE', at(ann))).status).toBe(409)
    expect(await ann.call('PATCH', at(bob), { role: 'owner' })).toMatchObject({
      status: 200,
      body: { userId: bob.id, role: 'owner' },
    })
    const leaving = await Promise.all([ann.call('DELETE', at(ann)), bob.call('DELETE', at(bob))])
    expect(leaving.map(each => each.status).sort()).toEqual([204, 409])
    expect(
      (await ann.call('PATCH', at({ ...bob, id: 'usr_01AAAAAAAAAAAAAAAAAAAAAAAA' }), { role: 'member' }))
        .status,
    ).toBe(404)
  })
})
