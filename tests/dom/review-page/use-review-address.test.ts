import type { Window as HappyWindow } from 'happy-dom'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useRouter, type Router } from 'vue-router'
import { openTarget } from '~/review-page/open-target'
import { useCompare } from '~/compare/use-compare'
import { useReviewAddress } from '~/review-page/use-review-address'
import { memberLoader } from '~/review-state/review-loader'
import { artifact, thread } from '../../support/dom/fixtures'
import { settle, until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const happyWindow = window as unknown as HappyWindow
const setAddress = (rest: string) => happyWindow.happyDOM.setURL(`http://exhibit.test/reviews/rev_1${rest}`)
const shown = () => location.search + location.hash

beforeEach(() => setAddress(''))

let router: Router

async function mountAddress(rest = '', options: Parameters<typeof mountOnReview>[1] = {}) {
  setAddress(rest)
  const mounted = await mountOnReview(
    () => {
      useReviewAddress()
      router = useRouter()
      return useCompare()
    },
    {
      artifacts: [artifact('a', 3), artifact('b')],
      threads: [thread('1', { artifactId: 'art_a', revision: 1 })],
      path: `/reviews/rev_1${rest}`,
      ...options,
    },
  )
  await settle()
  return { ...mounted, selection: { ...mounted.page.selected, ...mounted.page.selection } }
}

test('an address opens its thread at the revision the thread was made on', async () => {
  const { selection } = await mountAddress('#thr_1')
  expect([selection.threadId.value, selection.revision.value?.index]).toEqual(['thr_1', 1])
})

test('an address of a thread that is not loaded yet stays, and is opened once it is', async () => {
  const { promise: whole, resolve: sendWhole } = Promise.withResolvers<undefined>()
  const late = thread('2', { artifactId: 'art_b', revision: 1 })
  let reads = 0
  const { selection, served } = await mountAddress('#thr_2', {
    loader: () => {
      const loader = memberLoader('rev_1')
      return {
        ...loader,
        async load() {
          reads += 1
          if (reads > 1) await whole
          return { ...(await loader.load()), isPartial: reads === 1 }
        },
      }
    },
  })
  served.threads = [...served.threads, late]
  expect([selection.threadId.value, shown()]).toEqual([undefined, '#thr_2'])
  sendWhole(undefined)
  await until(() => expect(selection.threadId.value).toBe('thr_2'))
  expect([selection.artifact.value?.id, shown()]).toEqual(['art_b', '#thr_2'])
})

test('an address opens a comment on the whole review, and the revision next to it', async () => {
  const whole = thread('1', { artifactId: null, revision: null, kind: 'review', geometry: null })
  const { selection } = await mountAddress('?revision=2#thr_1', { threads: [whole] })
  expect([selection.threadId.value, selection.revision.value?.id]).toEqual(['thr_1', 'rvs_2a'])
})

test('an address opens its artifact at its revision, and one without it at the latest', async () => {
  const { selection } = await mountAddress('?revision=2#art_a')
  expect(selection.revision.value?.id).toBe('rvs_2a')
  setAddress('#art_a')
  window.dispatchEvent(new Event('popstate'))
  expect(selection.revision.value?.id).toBe('rvs_3a')
  const other = await mountAddress('?revision=9#art_a')
  expect(other.selection.revision.value?.id).toBe('rvs_3a')
})

test('an address restores a comparison and its partner', async () => {
  const { result } = await mountAddress('?compare=swipe&with=rvs_1a#art_a')
  expect(result.view.value).toBe('swipe')
  expect(result.partner.value?.revision.id).toBe('rvs_1a')
  expect(shown()).toBe('?compare=swipe&with=rvs_1a#art_a')
})

test('the address follows what is shown', async () => {
  const { page, selection } = await mountAddress()
  openTarget(page, 'art_b')
  await until(() => expect(shown()).toBe('#art_b'))
  const a = selection.artifacts.value.find(each => each.id === 'art_a')
  selection.openArtifact(a, a?.revisions[1])
  await until(() => expect(shown()).toBe('?revision=2#art_a'))
  openTarget(page, 'thr_1')
  await until(() => expect(shown()).toBe('#thr_1'))
})

test('an address that is pasted into the open page is followed', async () => {
  const { selection } = await mountAddress('#art_a')
  setAddress('#art_b')
  window.dispatchEvent(new Event('hashchange'))
  expect(selection.artifact.value?.id).toBe('art_b')
})

test('a comment that Back has opened is not opened again by the change of the hash', async () => {
  const { selection } = await mountAddress('#art_a')
  setAddress('#thr_1')
  window.dispatchEvent(new Event('popstate'))
  expect(selection.threadId.value).toBe('thr_1')
  const { value: before } = selection.focusRequest
  window.dispatchEvent(new Event('hashchange'))
  expect(selection.focusRequest.value).toBe(before)
})

test('an address that the router opens is followed', async () => {
  const { selection } = await mountAddress('#art_a')
  setAddress('#art_b')
  await router.push('/reviews/rev_1#art_b')
  await until(() => expect(selection.artifact.value?.id).toBe('art_b'))
})

test('a comment that is shown is not opened again by a late route of the router', async () => {
  const { selection, page } = await mountAddress('#art_a')
  openTarget(page, 'thr_1')
  await until(() => expect(shown()).toBe('#thr_1'))
  const { value: before } = selection.focusRequest
  await router.push('/reviews/rev_1#thr_1')
  await settle()
  expect(selection.focusRequest.value).toBe(before)
})

test('a closed page follows no address any more', async () => {
  const { selection, wrapper } = await mountAddress('#art_a')
  wrapper.unmount()
  setAddress('#art_b')
  window.dispatchEvent(new Event('hashchange'))
  expect(selection.artifact.value?.id).toBe('art_a')
})

test('opening a comparison adds an entry to the history, and opening evidence in it does not', async () => {
  const { result, page } = await mountAddress('#art_a')
  const start = history.length
  result.toggle('swipe')
  await until(() => expect(shown()).toContain('compare=swipe'))
  expect(history.length).toBe(start + 1)
  openTarget(page, 'art_b')
  await until(() => expect(shown()).toBe('#art_b'))
  expect(history.length).toBe(start + 1)
})

test('evidence opened before the browser is back from a closed comparison stays', async () => {
  const { result, page, selection } = await mountAddress('#art_a')
  const go = vi.spyOn(history, 'go').mockReturnValue()
  onTestFinished(() => go.mockRestore())
  result.toggle('swipe')
  await until(() => expect(shown()).toContain('compare=swipe'))
  result.leave()
  await until(() => expect(go).toHaveBeenCalledWith(-1))
  openTarget(page, 'art_b')
  await settle()
  setAddress('#art_a')
  window.dispatchEvent(new Event('popstate'))
  await until(() => expect(shown()).toBe('#art_b'))
  expect(selection.artifact.value?.id).toBe('art_b')
})
