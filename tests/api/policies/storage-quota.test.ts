import { describe, expect, it } from 'vitest'
import type { AdminEvent, AdminWorkspace } from '#shared/contract/admin'
import type { Billing } from '#shared/contract/billing'
import type { AuditEvent } from '#shared/contract/event'
import { limits } from '#shared/contract/kit/limits'
import type { Output } from '#shared/contract'
import type { Failure } from '../../support/server/client'
import { adminFixture } from '../../support/people/servers'
import { signUp } from '../../support/people/sign-up'
import { asPerson, newImage, postImage } from '../../support/reviews/comment-images'
import { newReview } from '../../support/reviews/review'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { fixtureOn } from '../../support/server/fixture'
import { pauseRequest } from '../../support/server/paused-request'
import { fileOf, formOf } from '../../support/server/forms'
import { noise } from '../../support/media/samples'

const { server, admin } = await adminFixture()

interface Rules {
  storageQuota: number | null
  retentionDays: number | null
  reason?: string
}

const setStorage = <T = AdminWorkspace & Failure>(workspaceId: string, rules: Partial<Rules>) =>
  admin.call<T>('PUT', `/api/admin/workspaces/${workspaceId}/storage`, {
    ...{ storageQuota: null, retentionDays: null, reason: 'Contract' },
    ...rules,
  })

/**
 * Creates a person with a workspace, and functions that read and change the storage quota of the workspace.
 */
async function newWorkspace() {
  const { person, agent, projectId, png } = await fixtureOn(server)
  const billing = async () => (await person.call<Billing>('GET', '/api/billing')).body
  const setQuota = (storageQuota: number | null) => setStorage(person.workspaceId, { storageQuota })
  const used = async () => (await billing()).storedBytes
  const reviewId = await newReview(agent, projectId)
  return { person, agent, projectId, png, reviewId, billing, setQuota, used }
}

describe('the storage quota of a workspace', () => {
  it('an upload that fits the storage quota exactly is accepted, and a byte more is refused', async () => {
    const { agent, png, reviewId, setQuota, used } = await newWorkspace()
    const { bytes } = (await upload(agent, reviewId, png)).artifact.currentRevision ?? { bytes: 0 }
    const each = await used()
    const derivative = each - bytes
    await setQuota(2 * each)
    await upload(agent, reviewId, png)
    expect(await used()).toBe(2 * each)

    // The declaration is refused if the original does not fit.
    await setQuota(2 * each + bytes - 1)
    const refused = await declareUpload(agent, reviewId, { bytes })
    expect(refused).toMatchObject({
      status: 402,
      body: {
        data: {
          error: 'storage_limit_reached',
          message: expect.stringContaining(`The storage quota of this workspace is ${2 * each + bytes - 1}`),
          hint: expect.stringContaining('an administrator of this server can raise the quota'),
          ...{ used: 2 * each, limit: 2 * each + bytes - 1, plan: 'free' },
        },
      },
    })

    // The completion is refused if the derivatives do not fit, and works after the quota was raised.
    await setQuota(2 * each + bytes + derivative - 1)
    const { body: declared } = await declareUpload(agent, reviewId, { bytes })
    expect((await put(declared.uploadUrl, png)).status).toBe(200)
    const complete = () => agent<Failure>('POST', `/v1/artifacts/${declared.artifactId}/complete`)
    expect(await complete()).toMatchObject({
      status: 402,
      body: { data: { error: 'storage_limit_reached' } },
    })
    await setQuota(3 * each)
    expect((await complete()).status).toBe(200)
    expect(await used()).toBe(3 * each)
  })

  it('one of two concurrent uploads is refused if only one of them fits into the storage quota', async () => {
    const { agent, png, reviewId, setQuota, used } = await newWorkspace()
    await setQuota(png.length + 1)
    const declared = await Promise.all(
      [1, 2].map(async () => (await declareUpload(agent, reviewId, { bytes: png.length })).body),
    )
    // Both uploads have passed the check before their bytes are sent. Only the check in the transaction can
    // still refuse one of them.
    const paused = await Promise.all(
      declared.map(({ uploadUrl }) => {
        const headers = { 'content-type': 'image/png' }
        return pauseRequest(server, 'PUT', new URL(uploadUrl).pathname, headers, png)
      }),
    )
    const sent = await Promise.all(paused.map(each => each.finish()))
    expect(sent.map(each => each.status).sort()).toEqual([200, 402])
    expect(sent.find(each => each.status === 402)?.body).toMatchObject({ error: 'storage_limit_reached' })
    expect(await used()).toBe(png.length)
    // The refused upload stored nothing, so its URL can be used after the quota was raised.
    await setQuota(null)
    const again = declared[sent.findIndex(each => each.status === 402)]
    expect((await put(again?.uploadUrl ?? '', png)).status).toBe(200)
  })

  it('a form over the storage quota is refused; `partial` refuses only files that do not fit', async () => {
    const { agent, projectId, used } = await newWorkspace()
    const picture = () => noise(64, 64).png().toBuffer()
    const [first, second] = [await picture(), await picture()]
    const form = (to: string, more: object = {}) =>
      formOf({ projectId: to, files: [fileOf(first, 'one.png'), fileOf(second, 'two.png')], ...more })
    expect((await agent('POST', '/v1/evidence', form(projectId))).status).toBe(201)
    const both = await used()
    const other = await newWorkspace()
    await other.setQuota(both - 1)
    const send = (more: object) =>
      other.agent<Output<'submitEvidence'> & Failure>('POST', '/v1/evidence', form(other.projectId, more))
    expect(await send({})).toMatchObject({ status: 402, body: { data: { error: 'storage_limit_reached' } } })
    expect(await other.used()).toBe(0)
    const reference = { externalRef: 'main' }
    const partial = await send({ ...reference, partial: 'true' })
    expect(partial.status).toBe(201)
    expect(partial.body.files).toHaveLength(1)
    expect(partial.body.refused).toMatchObject([{ file: 'two.png', error: 'storage_limit_reached' }])
    await other.setQuota(both)
    expect((await send(reference)).status).toBe(200)
    expect(await other.used()).toBe(both)
  })

  it('an image of a comment over the storage quota is refused, and stored images count', async () => {
    const { person, png, reviewId, setQuota, used } = await newWorkspace()
    await newImage(server, person, reviewId, png)
    const each = await used()
    expect(each).toBeGreaterThan(0)
    await setQuota(2 * each - 1)
    const sent = await postImage<Failure>(server, reviewId, png, asPerson(server, person))
    expect(sent).toMatchObject({ status: 402, body: { data: { used: each, limit: 2 * each - 1 } } })
    await setQuota(2 * each)
    await newImage(server, person, reviewId, png)
    expect(await used()).toBe(2 * each)
  })

  it('no file is decoded for a workspace whose storage is full', async () => {
    const { person, agent, projectId, png, reviewId, setQuota } = await newWorkspace()
    const damaged = png.subarray(0, png.length - 20)
    const { body: declared } = await declareUpload(agent, reviewId, { bytes: damaged.length })
    expect((await put(declared.uploadUrl, damaged)).status).toBe(200)
    const refused = { status: 402, body: { data: { error: 'storage_limit_reached' } } }
    const refusals = async () => [
      await agent<Failure>('POST', `/v1/artifacts/${declared.artifactId}/complete`),
      await postImage<Failure>(server, reviewId, damaged, asPerson(server, person)),
      await agent<Failure>(
        'POST',
        '/v1/evidence',
        formOf({
          projectId,
          files: [fileOf(damaged, 'one.png')],
          items: JSON.stringify([{ redact: [{ x: 0, y: 0, width: 0.5, height: 0.5 }] }]),
        }),
      ),
    ]
    await setQuota(damaged.length)
    for (const each of await refusals()) expect(each).toMatchObject(refused)
    await setQuota(damaged.length + 1)
    // One byte of the quota is left now. The check before decoding requires only one byte, so the server
    // decodes the files and detects that they are damaged, although the image and the form would not fit.
    const [completed, image, form] = await refusals()
    expect(completed).toMatchObject({ status: 422 })
    expect(image).toMatchObject({ status: 422 })
    expect(form).toMatchObject({ status: 422 })
  })

  it('a storage quota below the stored bytes deletes nothing and refuses every further byte', async () => {
    const { agent, png, reviewId, setQuota, used, billing } = await newWorkspace()
    await upload(agent, reviewId, png)
    const before = await used()
    await setQuota(0)
    expect(await billing()).toMatchObject({ storageQuota: 0, storedBytes: before })
    expect((await declareUpload(agent, reviewId, { bytes: 1 })).status).toBe(402)
    await setQuota(null)
    expect((await billing()).storageQuota).toBeNull()
    await upload(agent, reviewId, png)
  })
})

describe('setting the storage rules of a workspace', () => {
  it('both audit logs record who changed the storage rules, the new values and the reason', async () => {
    const { person } = await newWorkspace()
    const { workspaceId } = person
    const set = await setStorage(workspaceId, {
      ...{ storageQuota: 5 * 1024 ** 3, retentionDays: 30 },
      reason: 'Contract 4711',
    })
    expect(set).toMatchObject({ status: 200, body: { storageQuota: 5 * 1024 ** 3, retentionDays: 30 } })
    await setStorage(workspaceId, { storageQuota: 5 * 1024 ** 3, retentionDays: 30 })
    const detail = 'Contract 4711 (quota: 5368709120 bytes; retention: 30 days)'
    const { events } = (
      await person.call<{ events: AuditEvent[] }>('GET', `/api/workspaces/${workspaceId}/events`)
    ).body
    expect(events.filter(each => each.kind === 'workspace.storage_changed')).toMatchObject([
      { actor: { id: admin.id }, detail },
    ])
    const actions = (await admin.call<{ events: AdminEvent[] }>('GET', '/api/admin/events')).body.events
    expect(actions.filter(each => each.subject.id === workspaceId)).toMatchObject([
      { kind: 'workspace.storage_changed', actor: { id: admin.id }, reason: detail },
    ])
    const [listed] = (
      await admin.call<{ workspaces: AdminWorkspace[] }>('GET', `/api/admin/workspaces?search=${workspaceId}`)
    ).body.workspaces
    expect(listed).toMatchObject({ storageQuota: 5 * 1024 ** 3, retentionDays: 30 })
  })

  it('invalid storage rules, a missing reason and an unknown workspace are refused', async () => {
    const { person } = await newWorkspace()
    for (const [rules, field] of [
      [{ storageQuota: -1 }, 'storageQuota'],
      [{ storageQuota: 1.5 }, 'storageQuota'],
      [{ retentionDays: 0 }, 'retentionDays'],
      [{ retentionDays: limits.retentionDaysMax + 1 }, 'retentionDays'],
      [{ reason: ' ' }, 'reason'],
    ] as const)
      expect(await setStorage(person.workspaceId, rules)).toMatchObject({
        status: 422,
        body: { data: { field } },
      })
    for (const rules of [{ retentionDays: 1 }, { retentionDays: limits.retentionDaysMax }])
      expect((await setStorage(person.workspaceId, rules)).status).toBe(200)
    expect((await setStorage('ws_01AAAAAAAAAAAAAAAAAAAAAAAA', {})).status).toBe(404)
    const outsider = await signUp(server)
    const path = `/api/admin/workspaces/${person.workspaceId}/storage`
    expect(
      (await outsider.call('PUT', path, { storageQuota: 1, retentionDays: 1, reason: 'x' })).status,
    ).toBe(404)
  })
})
