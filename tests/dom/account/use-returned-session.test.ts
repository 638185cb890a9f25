import { expect, onTestFinished, test, vi } from 'vitest'
import { useReturnedSession } from '~/account/use-returned-session'
import { useSession } from '~/account/use-session'
import { useConnection } from '~/ui/network/use-connection'
import ConnectionBanner from '../../../components/shell/ConnectionBanner.vue'
import { ErrorResponse, stubApi } from '../../support/dom/api'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt, settle, until } from '../../support/dom/mount'
import { h } from 'vue'

/** Mounts the connection banner on a page whose session has expired. */
async function mountExpired() {
  const api = stubApi({ 'GET /api/me': () => me() })
  const { result } = await mountInNuxt(
    () => ({ ...useConnection(), ...useSession(), ...useReturnedSession() }),
    { me: me(), view: () => h(ConnectionBanner), components: { AppButton: { template: '' } } },
  )
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  onTestFinished(() => reload.mockRestore())
  result.reportStatus(401, true)
  return { ...result, api, reload }
}

test.each(['focus', 'online'])(
  'after a %s event, the page continues if the person signed in again in another tab',
  async event => {
    const { sessionExpired, signInPrompted, reload } = await mountExpired()
    dispatchEvent(new Event(event))
    await until(() => expect([sessionExpired.value, signInPrompted.value]).toEqual([false, false]))
    expect(reload).not.toHaveBeenCalled()
  },
)

test('an expired session stays expired until a person signs in again', async () => {
  const { sessionExpired, check, me: person, api } = await mountExpired()
  api.on({
    'GET /api/me': () => {
      throw new ErrorResponse('unauthorized')
    },
  })
  await check()
  expect([sessionExpired.value, person.value?.user.id]).toEqual([true, me().user.id])
})

test('if another person has signed in, the page reloads, and sends nothing before the reload', async () => {
  const { sessionExpired, check, reload, api } = await mountExpired()
  api.on({ 'GET /api/me': () => ({ ...me(), user: { ...me().user, id: 'usr_other' } }) })
  await check()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(sessionExpired.value).toBe(true)
})

test('a page with a valid session sends no request to check the session', async () => {
  const { sessionExpired, api } = await mountExpired()
  sessionExpired.value = false
  dispatchEvent(new Event('focus'))
  await settle()
  expect(api.calls).toEqual([])
})
