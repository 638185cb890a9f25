import { expect, onTestFinished, test } from 'vitest'
import { useDifferenceSettings } from '~/compare/use-difference-settings'
import { useSelection } from '~/review/use-selection'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

const KEY = 'difference:rev_1'
const box = { x: 1, y: 2, width: 3, height: 4 }

async function mountSettings(stored?: string) {
  if (stored !== undefined) localStorage.setItem(KEY, stored)
  onTestFinished(() => localStorage.removeItem(KEY))
  const { result } = await mountOnReview(() => ({ ...useDifferenceSettings(), selection: useSelection() }), {
    artifacts: [artifact('a', 2), artifact('b', 2)],
  })
  return result
}

test('threshold and ignored regions are stored for the review, regions for each artifact', async () => {
  const first = await mountSettings()
  expect(first.settings.value).toEqual({ threshold: null, ignored: [] })
  first.setThreshold(0.1)
  first.ignore(box)
  const { settings, selection, unignore } = await mountSettings()
  expect(settings.value).toEqual({ threshold: 0.1, ignored: [box] })
  selection.openTarget('art_b')
  expect(settings.value).toEqual({ threshold: 0.1, ignored: [] })
  selection.openTarget('art_a')
  unignore(0)
  expect(settings.value.ignored).toEqual([])
})

test.each(['no JSON', 'null', '[]', '{"threshold":2,"ignored":{"art_a":7}}', '{"threshold":"x"}'])(
  'what else is stored is ignored: %s',
  async stored => {
    const { settings } = await mountSettings(stored)
    expect(settings.value).toEqual({ threshold: null, ignored: [] })
  },
)
