import { expect, test } from 'vitest'
import { h } from 'vue'
import type { Difference } from '~/difference/use-difference'
import AppIcon from '~~/components/common/AppIcon'
import ChangeBar from '~~/components/compare/ChangeBar.vue'
import { mountOnReview } from '../../support/dom/review-page'

const difference: Difference = {
  ...{ state: 'done', progress: 1, belowThreshold: 0, isNoisy: false, isHidden: false, isDark: false },
  ...{ changed: 50, total: 1000 },
  changes: [0, 40].map(y => ({ x: 0, y, width: 10, height: 10, pixels: 25 })),
}

/** Renders the bar of a difference with two changes, of which one may be shown. */
async function mountBar(at: number) {
  const { wrapper } = await mountOnReview(() => ({}), {
    view: () =>
      h(ChangeBar, {
        ...{ difference, at, names: ['Inserted · Top', 'Save'], settings: false },
        ...{
          sides: [null, null] as const,
          older: 'r1',
          isOlderShown: false,
          comments: false,
          configures: false,
        },
      }),
    components: { AppIcon },
  })
  return wrapper.text()
}

test('the bar of a difference names the change that is shown', async () => {
  expect(await mountBar(1)).toContain('2 of 2Save')
  expect(await mountBar(0)).toContain('1 of 2Inserted · Top')
})

test('the bar of a difference names no change while none is shown', async () => {
  expect(await mountBar(-1)).not.toContain('Save')
})
