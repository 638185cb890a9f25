import { useState } from '#app/composables/state'
import { expect, test } from 'vitest'
import { useTheme } from '~/ui/page/use-theme'
import { mountInNuxt } from '../../../support/dom/mount'

test('the current theme is marked, and selecting another theme makes the other theme current', async () => {
  const { result } = await mountInNuxt(() => ({ themes: useTheme() }), {
    parent: () => void useState('color-mode', () => ({ preference: 'system', value: 'light' })),
  })
  const current = () => result.themes.value.filter(each => each.current).map(each => each.theme)
  expect(current()).toEqual(['system'])
  result.themes.value.find(each => each.theme === 'dark')?.select()
  expect(current()).toEqual(['dark'])
})
