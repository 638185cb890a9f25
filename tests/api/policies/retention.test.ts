import { describe, expect, it } from 'vitest'
import type { AdminWorkspace, InstanceUsage } from '#shared/contract/admin'
import type { Billing } from '#shared/contract/billing'
import type { ReviewPayload } from '#shared/contract/review'
import { DAY, HOUR } from '#shared/time'
import { administratorOf } from '../../support/people/admin'
import { clockServer } from '../../support/people/servers'
import { signUp } from '../../support/people/sign-up'
import { newImage } from '../../support/reviews/comment-images'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { sweepOnTime } from '../../support/server/sweep'

// RETENTION is off on this server, so that all other media stays.
const server = await clockServer()
const png = await pngImage(16, 16)

describe('the retention that an administrator sets for a workspace', () => {
  it('a workspace shows media for the days of its retention, then deletes it; others keep it', async () => {
    const stage = async () => {
      const person = await signUp(server)
      const agent = await person.agent()
      const reviewId = await newReview(agent, await person.project())
      const done = await upload(agent, reviewId, png)
      const image = await newImage(server, person, reviewId, png)
      await person.call('POST', `/v1/reviews/${reviewId}/threads`, { body: 'See.', imageIds: [image.id] })
      const media = async () =>
        (await person.call<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.artifacts[0]
          ?.currentRevision
      return { person, agent, reviewId, done, image, media }
    }
    const kept = await stage()
    const { person, done, image, media } = await stage()
    expect((await media())?.mediaExpiresAt).toBeNull()
    const { admin } = await administratorOf(server)
    const due = async () => (await admin.call<InstanceUsage>('GET', '/api/admin/usage')).body.dueMedia.files
    const before = await due()
    const set = await admin.call<AdminWorkspace>(
      'PUT',
      `/api/admin/workspaces/${person.workspaceId}/storage`,
      { storageQuota: null, retentionDays: 3, reason: 'Contract' },
    )
    expect(set.status).toBe(200)
    // A cached response is not sent again with the old times.
    const completedAt = Date.parse((await media())?.completedAt ?? '')
    expect(await media()).toMatchObject({
      mediaState: 'active',
      mediaExpiresAt: new Date(completedAt + 3 * DAY).toISOString(),
      mediaDeletesAt: new Date(completedAt + 3 * DAY).toISOString(),
    })
    expect(await due()).toBe(before + 2)
    expect((await person.call<Billing>('GET', '/api/billing')).body.retention).toEqual({
      ...{ visibleDays: 3, recoverableDays: 0, isSetByAdmin: true },
    })
    expect((await kept.person.call<Billing>('GET', '/api/billing')).body.retention).toEqual({
      ...{ visibleDays: null, recoverableDays: null, isSetByAdmin: false },
    })

    await sweepOnTime(server, 3 * DAY - 2 * HOUR)
    const again = await signInAgain(person)
    expect((await again(`/v1/artifacts/${done.artifactId}/download`)).status).toBe(200)
    await sweepOnTime(server, 3 * HOUR)
    expect((await again(`/v1/artifacts/${done.artifactId}/download`)).status).toBe(404)
    expect((await fetch(image.url)).headers.get('content-type')).toBe('image/png')
    expect((await server.blobs.list()).some(key => key.startsWith(done.revisionId))).toBe(false)
    expect((await server.blobs.list()).some(key => key.startsWith(kept.done.revisionId))).toBe(true)
  })
})

/**
 * Creates a new agent token, because advancing the clocks has ended the sessions. Returns a function that
 * reads a path with this token.
 */
async function signInAgain(person: Awaited<ReturnType<typeof signUp>>) {
  const agent = await person.agent()
  return (path: string) => agent('GET', path)
}
