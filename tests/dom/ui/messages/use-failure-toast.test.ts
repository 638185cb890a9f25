import { useLoadingIndicator } from '#app/composables/loading-indicator'
import { expect, test, vi } from 'vitest'
import { useFailureToast } from '~/ui/messages/use-failure-toast'
import { usePageToasts } from '~/ui/messages/use-page-toasts'
import { fakeTimers } from '../../../support/dom/browser'
import { mountInNuxt, until } from '../../../support/dom/mount'
import { toastOf, toasts } from '../../../support/dom/review-page'

async function mountAttempt() {
  fakeTimers()
  const { result, nuxt } = await mountInNuxt(() => ({
    attempt: useFailureToast(),
    indicator: useLoadingIndicator(),
  }))
  return { ...result, nuxt }
}

test('the page shows its loading bar during an action that takes longer than 300 ms', async () => {
  const { attempt, indicator } = await mountAttempt()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const ended = attempt('It was not saved', () => promise)
  expect(indicator.isLoading.value).toBe(false)
  await vi.advanceTimersByTimeAsync(300)
  expect(indicator.isLoading.value).toBe(true)
  resolve(null)
  expect(await ended).toBe(true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(indicator.isLoading.value).toBe(false)
})

test('the toast of a failed action states the error and whether data was lost', async () => {
  const { attempt, nuxt } = await mountAttempt()
  const fail = () => Promise.reject(new Error('The server is away.'))
  expect(await attempt('It was not saved', fail)).toBe(false)
  expect(await attempt('It was not deleted', fail, 'It is still here.')).toBe(false)
  expect((await toastOf(nuxt, 'It was not saved')).description).toBe('The server is away. No data was lost.')
  expect((await toastOf(nuxt, 'It was not deleted')).description).toBe(
    'The server is away. It is still here.',
  )
})

test('equal toasts without buttons are shown once, and equal toasts with buttons each time', async () => {
  const { result, nuxt } = await mountInNuxt(() => usePageToasts())
  for (const title of ['Nothing to compare', 'Nothing to compare', 'Copied']) result.add({ title })
  for (let count = 0; count < 2; count++) result.add({ title: 'Resolved', actions: [{ label: 'Undo' }] })
  await toastOf(nuxt, 'Resolved')
  await until(() =>
    expect(toasts(nuxt).map(each => each.title)).toEqual([
      'Nothing to compare',
      'Copied',
      'Resolved',
      'Resolved',
    ]),
  )
})
