import type { Window as HappyWindow } from 'happy-dom'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { useRouter, type Router } from 'vue-router'
import { openTarget } from '~/review-page/open-target'
import { useCompare } from '~/compare/use-compare'
import { useReviewAddress } from '~/review-page/use-review-address'
import { memberLoader } from '~/review-state/review-loader'
import { artifact, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
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
  await nextTick()
  return { ...mounted, selection: { ...mounted.page.selected, ...mounted.page.selection } }
}

test('the URL of a thread opens the thread at the revision on which it was made', async () => {
  const { selection } = await mountAddress('#thr_1')
  expect([selection.threadId.value, selection.revision.value?.index]).toEqual(['thr_1', 1])
})

test('the URL of a thread that is not loaded yet stays, and opens the thread after loading', async () => {
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

test('a URL of the fixes of a review opens the first one, in the order of the evidence', async () => {
  const on = (id: string, artifactId: string, status: 'open' | 'addressed') =>
    thread(id, { artifactId, revision: 1, status })
  const threads = [on('1', 'art_b', 'addressed'), on('2', 'art_a', 'open'), on('3', 'art_a', 'addressed')]
  const { selection } = await mountAddress('#fixes', { threads })
  await until(() => expect([selection.threadId.value, shown()]).toEqual(['thr_3', '#thr_3']))
})

test('a URL of the fixes of a review without fixes shows its evidence', async () => {
  const { selection } = await mountAddress('#fixes')
  await until(() => expect(shown()).toBe('#art_a'))
  expect(selection.threadId.value).toBeUndefined()
})

test('a URL with a revision and a comment on the whole review opens both', async () => {
  const whole = thread('1', { artifactId: null, revision: null, kind: 'review', geometry: null })
  const { selection } = await mountAddress('?revision=2#thr_1', { threads: [whole] })
  expect([selection.threadId.value, selection.revision.value?.id]).toEqual(['thr_1', 'rvs_2a'])
})

test('the URL of an artifact opens the latest revision, unless the URL contains a revision', async () => {
  const { selection } = await mountAddress('?revision=2#art_a')
  expect(selection.revision.value?.id).toBe('rvs_2a')
  setAddress('#art_a')
  window.dispatchEvent(new Event('popstate'))
  expect(selection.revision.value?.id).toBe('rvs_3a')
  const other = await mountAddress('?revision=9#art_a')
  expect(other.selection.revision.value?.id).toBe('rvs_3a')
})

test('a URL with a comparison restores the compare mode and the compared revision', async () => {
  const { result } = await mountAddress('?compare=swipe&with=rvs_1a#art_a')
  expect(result.view.value).toBe('swipe')
  expect(result.partner.value?.revision.id).toBe('rvs_1a')
  expect(shown()).toBe('?compare=swipe&with=rvs_1a#art_a')
})

test('the URL changes with the evidence, revision or thread that is shown', async () => {
  const { page, selection } = await mountAddress()
  openTarget(page, 'art_b')
  await until(() => expect(shown()).toBe('#art_b'))
  const a = selection.artifacts.value.find(each => each.id === 'art_a')
  selection.openArtifact(a, a?.revisions[1])
  await until(() => expect(shown()).toBe('?revision=2#art_a'))
  openTarget(page, 'thr_1')
  await until(() => expect(shown()).toBe('#thr_1'))
})

test('a URL that a person enters while the page is open is shown on the page', async () => {
  const { selection } = await mountAddress('#art_a')
  setAddress('#art_b')
  window.dispatchEvent(new Event('hashchange'))
  expect(selection.artifact.value?.id).toBe('art_b')
})

test('after Back has opened a comment, the hashchange event does not open it a second time', async () => {
  const { selection } = await mountAddress('#art_a')
  setAddress('#thr_1')
  window.dispatchEvent(new Event('popstate'))
  expect(selection.threadId.value).toBe('thr_1')
  const { value: before } = selection.focusRequest
  window.dispatchEvent(new Event('hashchange'))
  expect(selection.focusRequest.value).toBe(before)
})

test('the page shows the content of a URL that the router opens', async () => {
  const { selection } = await mountAddress('#art_a')
  setAddress('#art_b')
  await router.push('/reviews/rev_1#art_b')
  await until(() => expect(selection.artifact.value?.id).toBe('art_b'))
})

test('if the router reports the URL of a comment late, the shown comment is not opened again', async () => {
  const { selection, page } = await mountAddress('#art_a')
  openTarget(page, 'thr_1')
  await until(() => expect(shown()).toBe('#thr_1'))
  const { value: before } = selection.focusRequest
  await router.push('/reviews/rev_1#thr_1')
  setAddress('#art_b')
  await router.push('/reviews/rev_1#art_b')
  await until(() => expect(selection.artifact.value?.id).toBe('art_b'))
  expect(selection.focusRequest.value).toBe(before)
})

test('a closed page ignores changes of the URL', async () => {
  const { selection, wrapper } = await mountAddress('#art_a')
  wrapper.unmount()
  setAddress('#art_b')
  window.dispatchEvent(new Event('hashchange'))
  expect(selection.artifact.value?.id).toBe('art_a')
})

test('opening a comparison adds a history entry, but opening evidence from there adds none', async () => {
  const { result, page } = await mountAddress('#art_a')
  const start = history.length
  result.openView('swipe')
  await until(() => expect(shown()).toContain('compare=swipe'))
  expect(history.length).toBe(start + 1)
  openTarget(page, 'art_b')
  await until(() => expect(shown()).toBe('#art_b'))
  expect(history.length).toBe(start + 1)
})

test('evidence that is opened while the browser leaves a comparison stays open', async () => {
  const { result, page, selection } = await mountAddress('#art_a')
  const go = vi.spyOn(history, 'go').mockReturnValue()
  onTestFinished(() => go.mockRestore())
  result.openView('swipe')
  await until(() => expect(shown()).toContain('compare=swipe'))
  result.leave()
  await until(() => expect(go).toHaveBeenCalledWith(-1))
  openTarget(page, 'art_b')
  await nextTick()
  setAddress('#art_a')
  window.dispatchEvent(new Event('popstate'))
  await until(() => expect(shown()).toBe('#art_b'))
  expect(selection.artifact.value?.id).toBe('art_b')
})
