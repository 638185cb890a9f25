import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import ReviewNews from '~~/components/review/ReviewNews.vue'
import SlottedText from '~~/components/common/SlottedText.vue'
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
