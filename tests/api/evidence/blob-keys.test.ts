import { describe, expect, it } from 'vitest'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { runSql } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { blobsOf } from '../../support/data/blobs-of'

const { server, person, agent, projectId, png } = await sharedFixture()
const done = await upload(agent, await newReview(agent, projectId), png)

/** Moves the blobs of a revision to the keys that earlier versions gave them. */
async function useEarlierKeys(revisionId: string): Promise<void> {
  for (const [column, kind, folder] of [
    ['original_key', 'original-', 'originals'],
    ['embed_key', 'embed-', 'embeds'],
  ] as const) {
    const stored = (await blobsOf(server, revisionId)).find(path => path.includes(`/${kind}`)) ?? ''
    const key = `${folder}/${revisionId}/${stored.split(kind).at(-1)}`
    await server.blobs.rename(stored, key)
    await runSql(server, `UPDATE revision SET ${column} = ? WHERE id = ?`, [key, revisionId])
  }
}

describe('the keys of blobs', () => {
  it('the keys of blobs begin with the id of their revision', async () => {
    const paths = await blobsOf(server, done.revisionId)
    expect(paths.map(path => path.replace(/[0-9a-f]{18}/, '…'))).toEqual([
      `${done.revisionId}/embed-…`,
      `${done.revisionId}/original-…`,
    ])
  })

  it('blobs with keys of earlier versions are served, and are deleted with their artifact', async () => {
    const embed = async () => {
      const response = await fetch(done.embedUrl ?? '')
      return [response.status, response.headers.get('etag'), Buffer.from(await response.arrayBuffer())]
    }
    const before = await embed()
    await useEarlierKeys(done.revisionId)
    expect(await blobsOf(server, done.revisionId)).toEqual([
      expect.stringMatching(`^embeds/${done.revisionId}/`),
      expect.stringMatching(`^originals/${done.revisionId}/`),
    ])
    expect(await embed()).toEqual(before)
    expect(before[0]).toBe(200)
    expect((await fetch(`${done.embedUrl}?w=320`)).status).toBe(200)
    const original = await agent<Buffer>('GET', `/v1/artifacts/${done.artifactId}/download`)
    expect(original.status).toBe(200)
    expect((await person.call('DELETE', `/api/artifacts/${done.artifactId}`)).status).toBe(204)
    expect(await blobsOf(server, done.revisionId)).toEqual([])
  })
})
