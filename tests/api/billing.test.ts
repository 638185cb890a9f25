import { afterAll, describe, expect, it } from 'vitest'
import { signUp, type Answer, type Failure, type Person } from '../support/client'
import { startServer } from '../support/server'

const server = await startServer()
afterAll(() => server.stop())
const owner = await signUp(server)
const ws = owner.workspaceId

describe('POST /api/billing', () => {
  it.each(['checkout', 'portal'])(
    'says 404 for a foreign workspace before it says that billing is off: %s',
    async name => {
      const stranger = await signUp(server, 'Stranger')
      const call = (person: Person, workspaceId: string): Promise<Answer<Failure>> =>
        person.call('POST', `/api/billing/${name}`, { plan: 'team', workspaceId })
      expect(await call(stranger, ws)).toMatchObject({
        status: 404,
        body: { data: { error: 'not_found', field: 'workspaceId' } },
      })
      expect(await call(stranger, 'ws_01AAAAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({ status: 404 })
      expect(await call(owner, ws)).toMatchObject({
        status: 403,
        body: { data: { message: 'Billing is off on this server.' } },
      })
    },
  )
})
