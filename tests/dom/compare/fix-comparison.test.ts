import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import FixComparison from '~~/components/fix/FixComparison.vue'
import FixPicture from '~~/components/fix/FixPicture.vue'
import { artifact, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

test('the picture of a fix begins left of the point, so that the fix is shown whole', async () => {
  const evidence = artifact('a', 2)
  const [before, after] = evidence.revisions
  if (!before || !after) throw new Error('The evidence has two revisions.')
  const dividedAt = async (x: number) => {
    const { wrapper } = await mountOnReview(() => ({}), {
      artifacts: [evidence],
      view: () => h(FixComparison, { thread: thread('1', { geometry: { x, y: 0.5 } }), before, after }),
      components: { AppIcon, FixPicture },
    })
    const widths = wrapper.findAll('img').map(each => each.element.style.width)
    expect(widths).toHaveLength(2)
    // The image is 1200 pixels wide, of which 250 are shown.
    for (const width of widths) expect(Number.parseFloat(width)).toBeCloseTo((100 * 1200) / 250)
    return wrapper.find('[role=slider]').attributes('aria-valuenow')
  }
  expect(await dividedAt(0.5)).toBe('10')
  expect(await dividedAt(0.95)).toBe('36')
  // A point at the left edge leaves space for the divider and a part of the picture before the fix.
  expect(await dividedAt(0.01)).toBe('10')
})
