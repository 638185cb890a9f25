import { expect, onTestFinished, test, vi } from 'vitest'
import { useCompare } from '~/compare/use-compare'
import { useReviewLayout } from '~/review-state/use-review-layout'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

function setCookie(value: string) {
  document.cookie = `panel-widths=${encodeURIComponent(value)}; path=/`
  onTestFinished(() => {
    document.cookie = 'panel-widths=; path=/; max-age=0'
  })
}

test.each(['"wide"', 'null', '[1]', '{"film":"x","talk":-4}', 'no JSON'])(
  'a stored panel width that is invalid is ignored: %s',
  async stored => {
    setCookie(stored)
    const { result } = await mountOnReview(() => useReviewLayout())
    expect(result.widths.value).toEqual({})
  },
)

test('the width of a panel stays within limits, and resetting it restores the default', async () => {
  setCookie('{"film":99999,"talk":500}')
  const { result } = await mountOnReview(() => useReviewLayout())
  expect(result.widths.value).toEqual({ film: 420, talk: 500 })
  result.resize('talk', 10)
  expect(result.widths.value).toEqual({ film: 420, talk: 280 })
  result.resize('film', undefined)
  expect(result.widths.value).toEqual({ talk: 280 })
})

test('one key hides the side panels that are shown, or shows both panels if none is shown', async () => {
  const { result } = await mountOnReview(() => useReviewLayout())
  result.togglePanels()
  expect(result.shown.value).toEqual({ film: false, talk: false })
  result.show('talk')
  result.togglePanels()
  expect(result.shown.value).toEqual({ film: false, talk: false })
  result.togglePanels()
  expect(result.shown.value).toEqual({ film: true, talk: true })
})

/** Puts an element into full-screen mode, or ends the mode with null, and notifies the page. */
function setFullScreen(element: Element | null) {
  Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
  document.dispatchEvent(new Event('fullscreenchange'))
  onTestFinished(() => void Reflect.deleteProperty(document, 'fullscreenElement'))
}

test('a review opened in full screen shows only the stage; leaving it shows both panels', async () => {
  setFullScreen(document.documentElement)
  const { result } = await mountOnReview(() => useReviewLayout())
  expect([result.isFullScreen.value, result.shown.value]).toEqual([true, { film: false, talk: false }])
  setFullScreen(null)
  expect([result.isFullScreen.value, result.shown.value]).toEqual([false, { film: true, talk: true }])
})

test('if the browser denies full-screen mode, the panels stay as they are', async () => {
  Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true })
  const root = document.documentElement
  root.requestFullscreen = vi.fn().mockRejectedValue(new TypeError('Permissions check failed'))
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'fullscreenEnabled')
    Reflect.deleteProperty(root, 'requestFullscreen')
  })
  const { result } = await mountOnReview(() => useReviewLayout())
  await result.toggleFullScreen()
  expect(root.requestFullscreen).toHaveBeenCalledTimes(1)
  expect([result.isFullScreen.value, result.shown.value]).toEqual([false, { film: true, talk: true }])
})

test('a comparison in a small window hides the conversation until a person shows both panels', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('75rem') }),
  )
  const { result } = await mountOnReview(() => ({ ...useReviewLayout(), ...useCompare() }), {
    artifacts: [artifact('a', 2)],
  })
  expect(result.shown.value).toEqual({ film: true, talk: true })
  result.openView('swipe')
  expect(result.shown.value).toEqual({ film: true, talk: false })
  result.togglePanels()
  expect(result.shown.value).toEqual({ film: true, talk: true })
  result.togglePanels()
  expect(result.shown.value).toEqual({ film: false, talk: false })
  result.show('talk')
  expect(result.shown.value).toEqual({ film: false, talk: true })
  result.leave()
  expect(result.shown.value).toEqual({ film: true, talk: true })
})
