import { describe, expect, it } from 'vitest'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { newShareLink, visitorOf } from '../../support/reviews/share'

const { server, person, agent, projectId, png } = await sharedFixture()

const newShared = async (body: object) => {
  const reviewId = await newReview(agent, projectId)
  const { artifactId, revisionId } = await upload(agent, reviewId, png)
  const link = await newShareLink(person.call, reviewId, body)
  const address = `${server.url}/api/share/${link.token}`
  const paths = [`/artifacts/${artifactId}/download`, '/originals']
  return { reviewId, artifactId, revisionId, link, address, paths }
}

describe('downloads through a share link', () => {
  it('downloads through a share link that does not allow them are refused, even to members', async () => {
    const { address, paths, link } = await newShared({ allowComments: true })
    for (const path of paths)
      for (const method of ['GET', 'HEAD'])
        for (const headers of [undefined, { cookie: person.cookie }])
          expect((await fetch(address + path, { method, headers })).status).toBe(403)
    const { body } = await visitorOf(server, link.token).call('GET', paths[0] ?? '')
    expect(body.data).toMatchObject({ error: 'forbidden', message: 'This link does not allow downloads.' })
  })

  it('once enabled, a share link allows downloads of originals and of the ZIP file', async () => {
    const { address, paths, link } = await newShared({})
    await person.call('PATCH', `/api/share-links/${link.id}`, { allowDownload: true })
    const original = await fetch(address + paths[0])
    expect([original.status, original.headers.get('content-disposition')?.split(';')[0]]).toEqual([
      200,
      'attachment',
    ])
    expect(Buffer.from(await original.arrayBuffer()).equals(png)).toBe(true)
    const zip = await fetch(address + paths[1])
    expect([zip.status, zip.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(Buffer.from(await zip.arrayBuffer()).includes(png)).toBe(true)
    // The response to a visitor contains no download URL, even if downloads are allowed.
    const shared = await visitorOf(server, link.token).read()
    expect(shared.body.artifacts[0]?.currentRevision?.downloadUrl).toBeNull()
    await person.call('PATCH', `/api/share-links/${link.id}`, { allowDownload: false })
    for (const path of paths) expect((await fetch(address + path)).status).toBe(403)
  })

  it('a share link allows no downloads of another review', async () => {
    const { address } = await newShared({ allowDownload: true })
    const other = await newShared({ allowDownload: true })
    expect((await fetch(address + other.paths[0])).status).toBe(404)
    expect((await fetch(`${address}/artifacts/art_01AAAAAAAAAAAAAAAAAAAAAAAA/download`)).status).toBe(404)
  })

  it('downloads through a share link are refused after it was revoked', async () => {
    const { address, paths, link } = await newShared({ allowDownload: true })
    await person.call('DELETE', `/v1/share-links/${link.id}`)
    for (const path of paths) expect((await fetch(address + path)).status).toBe(404)
  })

  it('the audit log records a download through a share link at most once an hour', async () => {
    const { address, paths, link, revisionId } = await newShared({ allowDownload: true })
    for (const path of [...paths, ...paths]) await (await fetch(address + path)).arrayBuffer()
    expect(
      await runSql(server, 'SELECT kind, actor_type, actor_id, actor_name FROM event WHERE subject_id = ?', [
        revisionId,
      ]),
    ).toContainEqual({
      kind: 'artifact.downloaded',
      actor_type: 'guest',
      actor_id: link.id,
      actor_name: null,
    })
    const rows = await runSql(server, "SELECT id FROM event WHERE actor_id = ? AND kind LIKE 'artifact.%'", [
      link.id,
    ])
    expect(rows).toHaveLength(1)
  })

  it('members can allow downloads through a share link, but agents cannot', async () => {
    const reviewId = await newReview(agent, projectId)
    const path = `/v1/reviews/${reviewId}/share-links`
    for (const option of ['allowDownload', 'allowComments']) {
      expect((await agent('POST', path, { [option]: true })).status).toBe(403)
      expect((await agent('POST', path, { [option]: false })).status).toBe(201)
      expect(await person.call('POST', path, { [option]: true })).toMatchObject({
        status: 201,
        body: { hasPassword: false, allowDownload: false, allowComments: false, [option]: true },
      })
    }
  })
})
