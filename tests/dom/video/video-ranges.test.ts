import { expect, test } from 'vitest'
import { h } from 'vue'
import VideoRanges from '~~/components/video/VideoRanges.vue'
import { thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

test('the ranges on the time bar have a different color for each status, and no outline', async () => {
  const marks = (['open', 'addressed', 'resolved'] as const).map(status =>
    thread(status, { status, timestampMs: 1000, endMs: 2000 }),
  )
  const { wrapper } = await mountOnReview(() => ({}), {
    view: () => h(VideoRanges, { marks, duration: 10 }),
  })
  const classes = wrapper.findAll('[data-testid=ranges] span').map(each => each.classes())
  expect(classes).toHaveLength(3)
  expect(new Set(classes.map(all => all.filter(each => each.startsWith('bg-')).join())).size).toBe(3)
  expect(classes.flat().filter(each => /ring|border/.test(each))).toEqual([])
})
