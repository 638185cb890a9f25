import type { Window as HappyWindow } from 'happy-dom'
import { expect, onTestFinished, test } from 'vitest'
import { nextTick } from 'vue'
import { useCompare } from '~/compare/use-compare'
import { useReviewAddress } from '~/review-page/use-review-address'
import { useReviewActions } from '~/review-page/use-review-actions'
import { artifact, thread } from '../../support/dom/fixtures'
import { pressKey } from '../../support/dom/keys'
import { mountOnReview, toastOf } from '../../support/dom/review-page'

const happyWindow = window as unknown as HappyWindow
const setAddress = (rest: string) => happyWindow.happyDOM.setURL(`http://exhibit.test/reviews/rev_1${rest}`)

async function mountAddress(rest: string) {
  setAddress(rest)
  onTestFinished(() => setAddress(''))
  const mounted = await mountOnReview(
    () => {
      useReviewAddress()
      useReviewActions(() => {})
      return useCompare()
    },
    {
      artifacts: [artifact('a', 2), artifact('f', 2, { kind: 'video' })],
      threads: [thread('1', { artifactId: 'art_a', revision: 1 })],
      path: `/reviews/rev_1${rest}`,
    },
  )
  await nextTick()
  return {
    ...mounted,
    selection: { ...mounted.page.selected, ...mounted.page.selection },
    pair: () => mounted.result.pair.value?.map(each => each.revision.id),
  }
}

test('a URL with a comment and a compare mode compares the commented revision with the latest', async () => {
  const { result, selection, pair } = await mountAddress('?compare=swipe#thr_1')
  expect([result.view.value, pair()]).toEqual(['swipe', ['rvs_1a', 'rvs_2a']])
  expect(selection.threadId.value).toBe('thr_1')
  expect(location.hash).toBe('#thr_1')
})

test('a URL with a comment and two revisions compares the commented revision with its fix', async () => {
  const address = '?revision=2&compare=side-by-side&with=rvs_1a#thr_1'
  const { selection, pair } = await mountAddress(address)
  expect([selection.threadId.value, selection.revision.value?.id]).toEqual(['thr_1', 'rvs_2a'])
  expect(pair()).toEqual(['rvs_1a', 'rvs_2a'])
  expect(location.search + location.hash).toBe(address)
})

test('for videos, the key of the difference mode shows a message and keeps the current mode', async () => {
  const { result, nuxt } = await mountAddress('?compare=swipe#art_f')
  expect(result.modes.value).toEqual(['side-by-side', 'swipe', 'onion-skin'])
  pressKey('d')
  await toastOf(nuxt, "Videos can't be compared as a difference")
  expect(result.view.value).toBe('swipe')
})
