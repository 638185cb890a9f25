import { afterAll, describe, expect, it } from 'vitest'
import { caller, requestSignUp } from '../../support/server/client'
import { startServer } from '../../support/server/server'

const server = await startServer({ UNCLAIMED_WORKSPACES: 'true' })
afterAll(() => server.stop())

interface Invited {
  id: string
  url: string
  token: string
  role: string
}

describe('closed sign-up', () => {
  it('accepts the first account and invited people, and no one else', async () => {
    const closed = await startServer({ SIGN_UPS: 'invite' })
    const race = await Promise.all(['A', 'B', 'C'].map(name => requestSignUp(closed, name)))
    expect(race.map(each => each.status).sort()).toEqual([200, 403, 403])
    const refused = race.find(each => each.status === 403)
    expect(await refused?.json()).toMatchObject({ statusCode: 403, data: { error: 'forbidden' } })
    const winner = race.find(each => each.ok)
    const call = caller(closed, {
      cookie:
        winner?.headers
          .getSetCookie()
          .map(each => each.split(';')[0])
          .join('; ') ?? '',
    })
    const me = await call<{ workspace: { id: string } }>('GET', '/api/me')
    const invited = await call<Invited>('POST', `/api/workspaces/${me.body.workspace.id}/invitations`, {
      role: 'member',
    })
    expect((await requestSignUp(closed, 'D', { invitation: 'made up' })).status).toBe(403)
    expect((await requestSignUp(closed, 'E', { invitation: invited.body.token })).status).toBe(200)
    await closed.stop()
  })
})
