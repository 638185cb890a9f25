import { expect, test } from 'vitest'
import { useDeviceRequest } from '~/account/use-device-request'
import { stubApi } from '../../support/dom/api'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'

const LOOKUP = 'GET /api/auth/device'
const refusal = (code: string) =>
  Response.json(
    { statusCode: 400, data: { error: code, message: 'No.', hint: null, field: null } },
    { status: 400 },
  )

async function mountRequest(lookup: () => Response) {
  const api = stubApi()
  api.outside[LOOKUP] = (_, query) =>
    query.get('user_code') === 'ABCDEFGH' ? lookup() : refusal('invalid_request')
  const { result } = await mountInNuxt(() => useDeviceRequest(() => 'ABCDEFGH'), { me: me() })
  return { ...result, api }
}

test.for([
  ['a request of this person', { status: 'pending', client_id: 'exhibit-cli' }, 'pending'],
  ['a request of another person', { status: 'pending' }, 'claimed'],
  ['a request that was approved', { status: 'approved' }, 'approved'],
  ['a request that was denied', { status: 'denied' }, 'denied'],
] as const)('the page that approves a device recognizes %s', async ([, body, expected]) => {
  const { state } = await mountRequest(() => Response.json(body))
  await until(() => expect(state.value).toBe(expected))
})

test.for([
  ['invalid_request', 'unknown'],
  ['expired_token', 'expired'],
] as const)('a device code that is rejected with the error %s is shown as %s', async ([code, expected]) => {
  const { state } = await mountRequest(() => refusal(code))
  await until(() => expect(state.value).toBe(expected))
})

test('an unexpected error of a device request is shown without a state such as "pending"', async () => {
  const { state, error } = await mountRequest(() => refusal('internal_error'))
  await until(() => expect(error.value).toBeDefined())
  expect(state.value).toBeUndefined()
})

test('approving a device sends its code and shows the request as approved', async () => {
  const { state, decide, api } = await mountRequest(() =>
    Response.json({ status: 'pending', client_id: 'exhibit-cli' }),
  )
  await until(() => expect(state.value).toBe('pending'))
  const sent: unknown[] = []
  api.outside['POST /api/auth/device/approve'] = body => {
    sent.push(body)
    return Response.json({ success: true })
  }
  await decide('approve')
  expect(sent).toEqual([{ userCode: 'ABCDEFGH' }])
  expect(state.value).toBe('approved')
})

test('a device request stays pending if the server rejects the approval or the denial', async () => {
  const { state, decide, api } = await mountRequest(() =>
    Response.json({ status: 'pending', client_id: 'exhibit-cli' }),
  )
  await until(() => expect(state.value).toBe('pending'))
  api.outside['POST /api/auth/device/deny'] = () => refusal('expired_token')
  await expect(decide('deny')).rejects.toMatchObject({ code: 'expired_token' })
  expect(state.value).toBe('pending')
})
