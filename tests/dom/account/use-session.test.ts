import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { invitationTokenIn, useSession } from '~/account/use-session'
import { readDraftText, saveDraftText } from '~/ui/page/use-draft-text'
import { ErrorResponse, stubApi } from '../../support/dom/api'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt } from '../../support/dom/mount'

beforeEach(() => localStorage.clear())

async function mountSession() {
  const api = stubApi({ 'GET /api/me': () => me() })
  const { result } = await mountInNuxt(() => useSession())
  const leave = vi.spyOn(location, 'href', 'set').mockImplementation(() => {})
  onTestFinished(() => leave.mockRestore())
  return { ...result, api, leave }
}
const refusal = (status: number, code: string) =>
  Response.json(
    { statusCode: status, data: { error: code, message: 'No.', hint: null, field: null } },
    { status },
  )

test('signing in loads the data of the person', async () => {
  const { signIn, me: person, api } = await mountSession()
  const sent = vi.fn()
  api.outside['POST /api/auth/sign-in/email'] = body => {
    sent(body)
    return Response.json({})
  }
  await signIn('mara@example.org', 'secret')
  expect(sent).toHaveBeenCalledWith({ email: 'mara@example.org', password: 'secret' })
  expect(person.value?.user.name).toBe('Mara')
})

test('signing in fails with an explanation if the browser does not keep the session', async () => {
  const { signIn, api } = await mountSession()
  api.outside['POST /api/auth/sign-in/email'] = () => Response.json({})
  api.on({
    'GET /api/me': () => {
      throw new ErrorResponse('unauthorized')
    },
  })
  await expect(signIn('mara@example.org', 'secret')).rejects.toMatchObject({
    message: "You signed in, but your browser didn't keep the session.",
  })
})

test('after a password reset, the app starts again at the sign-in page without the old session', async () => {
  const { resetPassword, me: person, api, leave } = await mountSession()
  person.value = me()
  api.outside['POST /api/auth/reset-password'] = () => Response.json({})
  await resetPassword('token', 'another long password')
  expect(leave).toHaveBeenCalledWith('/sign-in')
  expect(api.calls).toEqual([])
})

test('a rejected sign-in shows the reason and leaves the person signed out', async () => {
  const { signIn, me: person, api } = await mountSession()
  api.outside['POST /api/auth/sign-in/email'] = () => refusal(401, 'unauthorized')
  await expect(signIn('mara@example.org', 'wrong')).rejects.toMatchObject({ status: 401, message: 'No.' })
  expect(person.value).toBeUndefined()
  expect(api.calls).toEqual([])
})

test('a sign-up request contains an invitation token only if the person was invited', async () => {
  const { signUp, api } = await mountSession()
  const bodies: unknown[] = []
  api.outside['POST /api/auth/sign-up/email'] = body => {
    bodies.push(body)
    return Response.json({})
  }
  await signUp('Mara', 'mara@example.org', 'secret')
  await signUp('Mara', 'mara@example.org', 'secret', 'inv')
  expect(bodies.map(each => (each as { invitation?: string }).invitation)).toEqual([undefined, 'inv'])
})

test('an expired session signs the person out, and any other failure leaves them signed in', async () => {
  const { refresh, me: person, api } = await mountSession()
  await refresh()
  api.offline = true
  await expect(refresh()).rejects.toMatchObject({ offline: true })
  expect(person.value).toEqual(me())
  api.offline = false
  api.on({
    'GET /api/me': () => {
      throw new ErrorResponse('unauthorized')
    },
  })
  await refresh()
  expect(person.value).toBeNull()
})

test('signing out deletes the drafts on this device and opens the sign-in page', async () => {
  const { signOut, api, leave } = await mountSession()
  saveDraftText('rev_1:review', 'Half a thought')
  api.outside['POST /api/auth/sign-out'] = () => Response.json({})
  await signOut()
  expect(readDraftText('rev_1:review')).toBe('')
  expect(leave).toHaveBeenCalledWith('/sign-in')
})

test('a failed sign-out keeps the drafts and stays on the page', async () => {
  const { signOut, api, leave } = await mountSession()
  saveDraftText('rev_1:review', 'Half a thought')
  api.offline = true
  await expect(signOut()).rejects.toMatchObject({ offline: true })
  expect(readDraftText('rev_1:review')).toBe('Half a thought')
  expect(leave).not.toHaveBeenCalled()
})

test('deleting an account deletes the drafts on this device and opens sign-in with a message', async () => {
  const { leaveDeletedAccount, leave } = await mountSession()
  saveDraftText('rev_1:review', 'Half a thought')
  await leaveDeletedAccount()
  expect(readDraftText('rev_1:review')).toBe('')
  expect(leave).toHaveBeenCalledWith('/sign-in?error=account_deleted')
})

test('signing in again returns to the same page with its query and hash', async () => {
  const { redirectToSignIn, leave } = await mountSession()
  history.replaceState({}, '', '/reviews/rev_1?revision=2#art_a')
  await redirectToSignIn()
  expect(leave).toHaveBeenCalledWith('/sign-in?redirect=%2Freviews%2Frev_1%3Frevision%3D2%23art_a')
})

test('an invitation token is taken only from a redirect to an invitation path of this site', () => {
  expect(invitationTokenIn('/invite/abc-1_2')).toBe('abc-1_2')
  for (const other of ['/invite/', '/invite/a/b', 'https://evil.example/invite/a', ['/invite/a'], undefined])
    expect(invitationTokenIn(other)).toBeUndefined()
})
