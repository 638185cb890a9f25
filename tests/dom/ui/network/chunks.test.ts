import { expect, test } from 'vitest'
import chunks from '~/plugins/chunks.client'
import { useNuxtApp } from '#app/nuxt'
import { mountInNuxt } from '../../../support/dom/mount'
import { toasts } from '../../../support/dom/review-page'

test('a part of the page that fails to load is explained by one toast, other errors by none', async () => {
  const { nuxt } = await mountInNuxt(() => ({}), { parent: () => void chunks(useNuxtApp()) })
  const error = new TypeError('Failed to fetch dynamically imported module')
  await nuxt.callHook('vue:error', error, null, '')
  expect(toasts(nuxt)).toEqual([])
  await nuxt.callHook('app:chunkError', { error })
  await nuxt.callHook('vue:error', error, null, '')
  await nuxt.callHook('vue:error', error, null, '')
  expect(toasts(nuxt).map(each => each.title)).toEqual(["This part of the page couldn't be loaded"])
})
