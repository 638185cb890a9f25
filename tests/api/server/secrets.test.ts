import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { DeclarationResult } from '#shared/contract/upload'
import { caller, newReview } from '../../support/client'
import { ownFixture } from '../../support/fixture'

const { server, person, agent, projectId } = await ownFixture({ UNCLAIMED_WORKSPACES: 'on' })
afterAll(() => server.stop())

describe('secrets', () => {
  it('are stored hashed or encrypted: none can be read in the files of the server', async () => {
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
    const files = await Promise.all(
      ['exhibit.sqlite', 'exhibit.sqlite-wal'].map(name => readFile(`${server.dataDir}/${name}`, 'latin1')),
    )
    // What is stored in clear can be found this way.
    expect(files.some(file => file.includes(reviewId))).toBe(true)
    for (const secret of [
      agentToken,
      share,
      invitation,
      bootstrapped.token,
      bootstrapped.claimUrl.split('/').at(-1) ?? '',
      declared.uploadToken,
      'correct horse battery',
    ])
      expect(files.some(file => file.includes(secret))).toBe(false)
  })
})
