import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import ReviewThumbnail from '~~/components/review/ReviewThumbnail.vue'
import { reviewSummary } from '../../support/dom/fixtures'
import { mountInNuxt } from '../../support/dom/mount'

test('a review without a picture has an icon for the kind of its content', async () => {
  const iconOf = async (imageCount: number, videoCount: number, expired = false) => {
    const review = reviewSummary({ thumbnailUrl: null, imageCount, videoCount })
    const { wrapper } = await mountInNuxt(() => ({}), {
      view: () => h(ReviewThumbnail, { review, expired }),
      components: { AppIcon },
    })
    return wrapper.html().match(/i-lucide-[\w-]+/)?.[0]
  }
  expect(await iconOf(0, 1)).toBe('i-lucide-film')
  expect(await iconOf(1, 1)).toBe('i-lucide-image')
  expect(await iconOf(0, 0)).toBe('i-lucide-image')
  expect(await iconOf(0, 1, true)).toBe('i-lucide-clock')
})
