import { expect, test, vi } from 'vitest'
import { pageStore } from '~/ui/page/page-store'
import { mountInNuxt } from '../../../support/dom/mount'

test('two pages that are open at the same time have separate stores', async () => {
  const store = pageStore<{ name: string }>('example')
  const pages = ['one', 'two'].map(name =>
    mountInNuxt(() => store.use(), { parent: () => void store.provide({ name }) }),
  )
  expect((await Promise.all(pages)).map(each => each.result.name)).toEqual(['one', 'two'])
})

test('two stores of the same name are separate, and using a store without a provider throws', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const [one, two] = [pageStore<object>('example'), pageStore<object>('example')]
  await expect(mountInNuxt(() => two.use(), { parent: () => void one.provide({}) })).rejects.toThrow(
    'No page provides its example.',
  )
})
