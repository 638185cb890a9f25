import { expect, onTestFinished, test } from 'vitest'
import { useSecureAddress } from '~/account/use-secure-address'
import { mountInNuxt } from '../../support/dom/mount'

async function addressOf(publicUrl: string | undefined, isSecureContext: boolean) {
  const before = Object.getOwnPropertyDescriptor(window, 'isSecureContext')
  Object.defineProperty(window, 'isSecureContext', { value: isSecureContext, configurable: true })
  onTestFinished(() => {
    if (before) Object.defineProperty(window, 'isSecureContext', before)
    else Reflect.deleteProperty(window, 'isSecureContext')
  })
  const path = '/sign-in?redirect=/reviews/rev_1'
  const { result } = await mountInNuxt(() => ({ address: useSecureAddress(() => publicUrl) }), { path })
  return result.address.value
}

test('a page that is opened over http shows the https URL of the server, if the server has one', async () => {
  const secure = 'https://exhibit.example/sign-in?redirect=/reviews/rev_1'
  expect(await addressOf('https://exhibit.example', false)).toBe(secure)
  expect(await addressOf('https://exhibit.example/', false)).toBe(secure)
})

test('no https URL is suggested if the connection is secure or the server has no https URL', async () => {
  expect(await addressOf('https://exhibit.example', true)).toBeUndefined()
  expect(await addressOf('http://exhibit.example', false)).toBeUndefined()
  expect(await addressOf(undefined, false)).toBeUndefined()
})
