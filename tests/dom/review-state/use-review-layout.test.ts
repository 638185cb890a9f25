import { expect, onTestFinished, test } from 'vitest'
import { useReviewLayout } from '~/review-state/use-review-layout'
import { mountOnReview } from '../../support/dom/review-page'

function setCookie(value: string) {
  document.cookie = `panel-widths=${encodeURIComponent(value)}; path=/`
  onTestFinished(() => {
    document.cookie = 'panel-widths=; path=/; max-age=0'
  })
}

test.each(['"wide"', 'null', '[1]', '{"film":"x","talk":-4}', 'no JSON'])(
  'a stored width that is invalid is ignored: %s',
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

test('one key hides both panels, and shows both when neither is shown', async () => {
  const { result } = await mountOnReview(() => useReviewLayout())
  result.togglePanels()
  expect(result.shown.value).toEqual({ film: false, talk: false })
  result.show('talk')
  result.togglePanels()
  expect(result.shown.value).toEqual({ film: false, talk: false })
  result.togglePanels()
  expect(result.shown.value).toEqual({ film: true, talk: true })
})
