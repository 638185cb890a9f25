import { expect, onTestFinished, test } from 'vitest'
import { openTarget } from '~/review-page/open-target'
import { useDifferenceSettings } from '~/difference/use-difference-settings'
import { useIgnoredRegions } from '~/difference/use-ignored-regions'
import { useUndoHistory } from '~/ui/messages/use-undo-history'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

const KEY = 'difference:rev_1'
const box = { x: 1, y: 2, width: 3, height: 4 }

async function mountSettings(stored?: string) {
  if (stored !== undefined) localStorage.setItem(KEY, stored)
  onTestFinished(() => localStorage.removeItem(KEY))
  const { result, page } = await mountOnReview(
    () => ({
      ...useDifferenceSettings(),
      ...useIgnoredRegions(),
      history: useUndoHistory(),
    }),
    { artifacts: [artifact('a', 2), artifact('b', 2)] },
  )
  return { ...result, page }
}

test('the threshold is stored for each review, and the ignored regions for each artifact', async () => {
  const first = await mountSettings()
  expect(first.settings.value).toEqual({ threshold: null, ignored: [] })
  first.setThreshold(0.1)
  first.ignore(box)
  const { settings, page, unignore } = await mountSettings()
  expect(settings.value).toEqual({ threshold: 0.1, ignored: [box] })
  openTarget(page, 'art_b')
  expect(settings.value).toEqual({ threshold: 0.1, ignored: [] })
  openTarget(page, 'art_a')
  unignore(0)
  expect(settings.value.ignored).toEqual([])
})

test('Undo of a change to ignored regions changes the artifact on which the change was made', async () => {
  const { settings, page, ignore, unignore, unignoreAll, setThreshold, history } = await mountSettings()
  const other = { ...box, x: 50 }
  ignore(box)
  ignore(other)
  unignore(0)
  unignoreAll()
  expect(settings.value.ignored).toEqual([])
  setThreshold(0.1)
  openTarget(page, 'art_b')
  await history.undoLast()
  expect(settings.value.ignored).toEqual([])
  openTarget(page, 'art_a')
  expect(settings.value).toEqual({ threshold: 0.1, ignored: [other] })
  await history.undoLast()
  expect(settings.value.ignored).toEqual([box, other])
  expect(await history.undoLast()).toBe('Region ignored')
  expect(settings.value.ignored).toEqual([box])
})

test.each(['no JSON', 'null', '[]', '{"threshold":2,"ignored":{"art_a":7}}', '{"threshold":"x"}'])(
  'stored settings with an invalid format are ignored: %s',
  async stored => {
    const { settings } = await mountSettings(stored)
    expect(settings.value).toEqual({ threshold: null, ignored: [] })
  },
)
