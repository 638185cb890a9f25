import { describe, expect, it } from 'vitest'
import { sharedFixture } from '../../support/server/fixture'

const { server } = await sharedFixture()

describe('GET /api/health', () => {
  it('GET /api/health reports without credentials that the application responds', async () => {
    const response = await fetch(`${server.url}/api/health`)
    expect([response.status, await response.json()]).toEqual([200, { ok: true }])
  })
})
