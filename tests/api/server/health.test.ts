import { afterAll, describe, expect, it } from 'vitest'
import { startStage } from '../../support/stage'

const { server } = await startStage()
afterAll(() => server.stop())

describe('GET /api/health', () => {
  it('says that the application answers, to anybody', async () => {
    const answer = await fetch(`${server.url}/api/health`)
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }])
  })
})
