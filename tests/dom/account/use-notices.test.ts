import { expect, onTestFinished, test } from 'vitest'
import { useBanner, useNotices } from '~/account/use-notices'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt } from '../../support/dom/mount'

/** Mounts a page on which the operator shows a banner. */
async function shown(text: string, signedIn = true) {
  const { result } = await mountInNuxt(
    () => {
      useNotices().value = { banner: [{ text, url: null }], legalLinks: [] }
      return useBanner()
    },
    signedIn ? { me: me() } : {},
  )
  return result
}

test('a dismissed banner of the operator is hidden on this device until its text changes', async () => {
  onTestFinished(() => {
    document.cookie = 'banner=; Max-Age=0; Path=/'
  })
  const banner = await shown('Down on Sunday.')
  expect(banner.isShown()).toBe(true)
  banner.dismiss()
  expect(banner.isShown()).toBe(false)
  await expect.poll(() => document.cookie).toContain('banner=')
  expect((await shown('Down on Sunday.')).isShown()).toBe(false)
  expect((await shown('Down on Monday.')).isShown()).toBe(true)
})

test('without a session, the operator’s banner is shown only on pages where people sign in', async () => {
  const banner = await shown('Down on Tuesday.', false)
  expect([banner.isShown(), banner.isShown(true)]).toEqual([false, true])
})
