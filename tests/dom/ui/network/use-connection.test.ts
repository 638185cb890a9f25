import { expect, test, vi } from 'vitest'
import { useConnection } from '~/ui/network/use-connection'
import { ErrorResponse, stubApi } from '../../../support/dom/api'
import { fakeTimers } from '../../../support/dom/browser'
import { mountInNuxt, until } from '../../../support/dom/mount'

const HEALTH = 'GET /api/health'

async function mountConnection() {
  const api = stubApi({ [HEALTH]: () => ({ ok: true, version: '1.0.0', commit: null }) })
  fakeTimers()
  const { result } = await mountInNuxt(() => useConnection())
  const probes = () => api.calls.filter(each => each.operation === HEALTH).length
  return { ...result, api, probes }
}

test('after a request without a response, the page is offline until a health check succeeds', async () => {
  const { offline, reportStatus, probes } = await mountConnection()
  reportStatus(0, true)
  expect([offline.value, probes()]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(1000)
  await until(() => expect(offline.value).toBe(false))
  expect(probes()).toBe(1)
})

test('the server is probed until it responds, and further failed requests cause no more probes', async () => {
  const { offline, reportStatus, probes, api } = await mountConnection()
  api.on({
    [HEALTH]: () => {
      throw new ErrorResponse('internal_error')
    },
  })
  for (let request = 0; request < 3; request++) reportStatus(0, true)
  await vi.advanceTimersByTimeAsync(1000)
  await until(() => expect(probes()).toBe(1))
  reportStatus(0, true)
  await vi.advanceTimersByTimeAsync(3000)
  expect([offline.value, probes()]).toEqual([true, 1])
  api.on({ [HEALTH]: () => ({ ok: true, version: '1.0.0', commit: null }) })
  await vi.advanceTimersByTimeAsync(1000)
  await until(() => expect(offline.value).toBe(false))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(probes()).toBe(2)
})

test('any response ends the offline state and the probes, even an error response', async () => {
  const { offline, reportStatus, probes } = await mountConnection()
  reportStatus(0, true)
  reportStatus(500, true)
  expect(offline.value).toBe(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(probes()).toBe(0)
})

test('while the browser is offline, the response to an earlier request leaves the page offline', async () => {
  const { offline, reportStatus } = await mountConnection()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reportStatus(0, true)
  reportStatus(200, true)
  expect(offline.value).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  await until(() => expect(offline.value).toBe(false))
})

test('401 responses prompt a signed-in person to sign in only once, and never a visitor', async () => {
  const { sessionExpired, signInPrompted, reportStatus } = await mountConnection()
  reportStatus(401, false)
  expect([sessionExpired.value, signInPrompted.value]).toEqual([false, false])
  reportStatus(401, true)
  expect([sessionExpired.value, signInPrompted.value]).toEqual([true, true])
  signInPrompted.value = false
  reportStatus(401, true)
  expect(signInPrompted.value).toBe(false)
})

test('the result of a probe is ignored after a later probe', async () => {
  const { offline, probe, api } = await mountConnection()
  let breakFirst: () => void = () => {}
  api.on({
    [HEALTH]: () =>
      new Promise((_, reject) => {
        breakFirst = () => reject(new ErrorResponse('internal_error'))
      }),
  })
  const first = probe()
  await until(() => expect(api.calls).toHaveLength(1))
  api.on({ [HEALTH]: () => ({ ok: true, version: '1.0.0', commit: null }) })
  await probe()
  breakFirst()
  await first
  expect(offline.value).toBe(false)
})

test('when the browser is online again, a failed probe is repeated within half a second', async () => {
  const { offline, probeReturn, probes, api } = await mountConnection()
  api.offline = true
  await probeReturn()
  expect(offline.value).toBe(true)
  api.offline = false
  const before = probes()
  await vi.advanceTimersByTimeAsync(500)
  await until(() => expect(offline.value).toBe(false))
  expect(probes()).toBe(before + 1)
})
