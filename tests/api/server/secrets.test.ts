import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { EvidenceAddress } from '#shared/contract/evidence'
import type { DeclarationResult } from '#shared/contract/upload'
import { caller } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { allRows } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId } = await sharedFixture({ UNCLAIMED_WORKSPACES: 'on' })

/**
 * Returns the content of the database files, which contains deleted rows too. On PostgreSQL, returns all
 * rows.
 */
async function storedData(): Promise<string[]> {
  if (server.databaseUrl !== null) return [JSON.stringify(await allRows(server))]
  const names = ['exhibit.sqlite', 'exhibit.sqlite-wal']
  return Promise.all(names.map(name => readFile(`${server.dataDir}/${name}`, 'latin1')))
}

describe('secrets', () => {
  it('all secrets in the database are hashed or encrypted', async () => {
    const agentToken = await person.token()
    const reviewId = await newReview(agent, projectId)
    const share = (await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`)).body.token
    const invitation = (
      await person.call<{ token: string }>('POST', `/api/workspaces/${person.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body.token
    const bootstrapped = (await caller(server)<{ token: string; claimUrl: string }>('POST', '/v1/bootstrap'))
      .body
    const declared = (
      await agent<DeclarationResult>(
        'POST',
        '/v1/artifacts/uploads',
        { reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 5 },
        { 'idempotency-key': 'secret' },
      )
    ).body
    const addressed = (
      await agent<EvidenceAddress>('POST', '/v1/evidence/address', {
        files: [{ path: 'a.png', title: 'A title for later' }],
        projectId,
      })
    ).body
    const stored = await storedData()
    // Shows that the search would find a text that is stored unencrypted.
    expect(stored.some(each => each.includes(reviewId))).toBe(true)
    for (const secret of [
      agentToken,
      share,
      invitation,
      bootstrapped.token,
      bootstrapped.claimUrl.split('/').at(-1) ?? '',
      declared.uploadToken,
      new URL(addressed.url).searchParams.get('ticket') ?? '',
      'A title for later',
      'correct horse battery',
    ])
      expect(stored.some(each => each.includes(secret))).toBe(false)
  })
})
