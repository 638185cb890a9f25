import { expect, onTestFinished, test, vi } from 'vitest'
import { usePasskeys } from '~/account/use-passkeys'
import { stubApi } from '../../support/dom/api'
import { mountInNuxt } from '../../support/dom/mount'

const mountPasskeys = async () => (await mountInNuxt(() => usePasskeys())).result

test('passkeys are offered only by a browser that supports them', async () => {
  vi.stubGlobal('PublicKeyCredential', () => {})
  onTestFinished(() => void vi.unstubAllGlobals())
  expect((await mountPasskeys()).supported.value).toBe(true)
  vi.unstubAllGlobals()
  Reflect.deleteProperty(window, 'PublicKeyCredential')
  expect((await mountPasskeys()).supported.value).toBe(false)
})

test('if the server refuses to start a passkey sign-in, the sign-in fails with the reason', async () => {
  const api = stubApi()
  api.outside['POST /api/auth/passkey/generate-authenticate-options'] = () => refusal
  api.outside['GET /api/auth/passkey/generate-authenticate-options'] = () => refusal
  const refusal = Response.json(
    { statusCode: 429, data: { error: 'rate_limited', message: 'Wait.', hint: null, field: null } },
    { status: 429 },
  )
  const { signInWithPasskey } = await mountPasskeys()
  await expect(signInWithPasskey()).rejects.toMatchObject({ code: 'rate_limited', message: 'Wait.' })
  expect(api.calls).toEqual([])
})
