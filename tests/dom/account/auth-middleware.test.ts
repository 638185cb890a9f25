import { expect, test } from 'vitest'
import type { RouteLocationNormalized } from 'vue-router'
import auth from '~/middleware/auth.global'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt } from '../../support/dom/mount'

/** Opens a page for signed-out people as a signed-in person. Returns the path that is open afterwards. */
async function opened(path: string, meta: Record<string, unknown>) {
  const { nuxt, router } = await mountInNuxt(() => ({}), { path, me: me() })
  const to = { ...router.currentRoute.value, meta: { public: true, layout: 'auth', ...meta } }
  await nuxt.runWithContext(() => auth(to as RouteLocationNormalized, router.currentRoute.value))
  return router.currentRoute.value.fullPath
}

test('a signed-in person who opens the sign-in page is redirected', async () => {
  expect(await opened('/sign-in?redirect=/settings', {})).toBe('/settings')
})

test('a signed-in person who opens a password reset link is not redirected', async () => {
  const path = '/reset-password?token=abc'
  expect(await opened(path, { signedInToo: true })).toBe(path)
})
