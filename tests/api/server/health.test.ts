import { describe, expect, it } from 'vitest'
import { sharedFixture } from '../../support/fixture'

const { server } = await sharedFixture()

describe('GET /api/health', () => {
  it('reports without credentials that the application responds', async () => {
    const answer = await fetch(`${server.url}/api/health`)
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
  })
})
