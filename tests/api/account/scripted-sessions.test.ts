import { describe, expect, it } from 'vitest'
import { caller } from '../../support/server/client'
import { cookieOf, cookiesOf, startSession } from '../../support/people/sessions'
import { emailOf, joined, requestSignUp, signUp, type Person } from '../../support/people/sign-up'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer()
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

/** Returns the ids of the people whose scripted sessions `seenBy` sees in the workspace of the owner. */
async function scriptedIn(owner: Person, seenBy: Person = owner): Promise<string[]> {
  const { body } = await seenBy.call<{ scriptedSessions: { userId: string; startedAt: string }[] }>(
    'GET',
    `/api/workspaces/${owner.workspaceId}/members`,
  )
  for (const { startedAt } of body.scriptedSessions)
    expect(Math.abs(Date.parse(startedAt) - Date.now())).toBeLessThan(3_600_000)
  return body.scriptedSessions.map(each => each.userId)
}

describe('a scripted session (the sign-in was by a program)', () => {
  it('owners, but not members, see the open sessions that began with a sign-in by a program', async () => {
    const owner = await signUp(server, 'Olga')
    const script = await joined(server, owner, 'Sam', 'member')
    expect(await scriptedIn(owner)).toEqual([script.id, owner.id])
    expect(await scriptedIn(owner, script)).toEqual([])
    const second = await startSession(server, await emailOf(script))
    expect(await scriptedIn(owner)).toEqual([script.id, script.id, owner.id])
    await second.end()
    expect(await scriptedIn(owner)).toEqual([script.id, owner.id])
    const shown = await script.call<{ session: object }>('GET', '/api/auth/get-session')
    expect(shown.body.session).not.toHaveProperty('scripted')
  })

  it('a session counts as scripted by the User-Agent of the sign-in, not of later requests', async () => {
    const owner = await signUp(server, 'Olga')
    const email = await emailOf(owner)
    const cookie = await cookieOf(server, email, browser)
    await owner.call('POST', '/api/auth/sign-out', {})
    const inBrowser: Person = { ...owner, call: caller(server, { cookie, 'user-agent': 'curl/8.0' }) }
    expect(await scriptedIn(inBrowser)).toEqual([])
    await cookieOf(server, email, 'curl/8.0 Mozilla/5.0')
    expect(await scriptedIn(inBrowser)).toEqual([owner.id])
  })

  it('a session counts as scripted if a program signed up, but not if a browser signed up', async () => {
    const response = await requestSignUp(server, 'Bea', {}, { 'user-agent': browser })
    const call = caller(server, { cookie: cookiesOf(response) })
    const { body } = await call<{ workspace: { id: string } }>('GET', '/api/me')
    const members = await call<{ scriptedSessions: object[] }>(
      'GET',
      `/api/workspaces/${body.workspace.id}/members`,
    )
    expect(members.body.scriptedSessions).toEqual([])
    // `signUp` does not send the User-Agent of a browser.
    const signedUpByProgram = await signUp(server, 'Bea')
    expect(await scriptedIn(signedUpByProgram)).toEqual([signedUpByProgram.id])
  })

  it('a session of the device login is not scripted, because a person approved it', async () => {
    const owner = await signUp(server, 'Olga')
    const before = await scriptedIn(owner)
    const { body: codes } = await caller(server)<{ device_code: string; user_code: string }>(
      'POST',
      '/api/auth/device/code',
      { client_id: 'exhibit-cli' },
    )
    await owner.call('GET', `/api/auth/device?user_code=${codes.user_code}`)
    await owner.call('POST', '/api/auth/device/approve', { userCode: codes.user_code })
    const polled = await caller(server)<{ access_token?: string }>('POST', '/api/auth/device/token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: codes.device_code,
      client_id: 'exhibit-cli',
    })
    expect(polled.body.access_token).toBeTruthy()
    expect(await scriptedIn(owner)).toEqual(before)
  })
})
