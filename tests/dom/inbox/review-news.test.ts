import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import ReviewNews from '~~/components/review/ReviewNews.vue'
import SlottedText from '~~/components/common/SlottedText.vue'
import { reviewPath } from '~/review-state/review-path'
import { reviewSummary } from '../../support/dom/fixtures'
import { mountInNuxt } from '../../support/dom/mount'

test('a review in a list counts all comments that are not resolved as open', async () => {
  const newsOf = async (openThreadCount: number, addressedThreadCount: number) => {
    const review = reviewSummary({ openThreadCount, addressedThreadCount })
    const { wrapper } = await mountInNuxt(() => ({}), {
      view: () => h(ReviewNews, { review }),
      components: { AppIcon, SlottedText },
    })
    return wrapper.text()
  }
  expect(await newsOf(3, 0)).toBe('3 open')
  expect(await newsOf(3, 2)).toBe('5 open, 2 to check')
  expect(await newsOf(0, 2)).toBe('2 to check')
  expect(await newsOf(0, 0)).toBe('')
})

test('a review with fixes to check opens at the first of them, unless a verdict is asked for', () => {
  const fixed = reviewSummary({ addressedThreadCount: 2 })
  expect(reviewPath(fixed)).toBe('/reviews/rev_1#fixes')
  expect(reviewPath({ ...fixed, status: 'verified' })).toBe('/reviews/rev_1')
  expect(
    reviewPath({ ...fixed, verdictRequest: { by: 'Mara', byId: null, at: '2026-01-01T00:00:00.000Z' } }),
  ).toBe('/reviews/rev_1')
  expect(reviewPath(reviewSummary({}))).toBe('/reviews/rev_1')
})
