import { expect, test } from 'vitest'
import { useCompare } from '~/compare/use-compare'
import { useContactSheet } from '~/compare/use-contact-sheet'
import { useCompareHistory } from '~/compare/use-compare-history'
import { useSheetPlaces } from '~/contact-sheet/use-sheet-places'
import { useSelection } from '~/review-state/use-selection'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

async function mountSheets() {
  const { result } = await mountOnReview(
    () => ({
      compare: { ...useCompare(), ...useContactSheet(), ...useCompareHistory() },
      selection: useSelection(),
      ...useSheetPlaces(),
    }),
    { artifacts: [artifact('a', 2), artifact('b', 2)] },
  )
  return result
}

test('a contact sheet restores its scroll position, and starts at the top for another artifact', async () => {
  const { compare, selection, placeOf } = await mountSheets()
  const placeNow = () => placeOf('revisions', compare.sheet.value)
  compare.openView('revisions')
  placeNow().scrollTop = 300
  placeOf('evidence', []).scrollTop = 500
  compare.leave()
  compare.openView('revisions')
  expect(placeNow().scrollTop).toBe(300)
  selection.openArtifact(selection.artifacts.value[1])
  expect(placeNow().scrollTop).toBe(0)
  expect(placeOf('evidence', compare.sheet.value).scrollTop).toBe(500)
})

test('a contact sheet remembers the cell opened on the stage until the sheet is closed', async () => {
  const { compare } = await mountSheets()
  compare.openView('evidence')
  const [, cell] = compare.sheet.value
  if (cell) compare.openCell(cell)
  expect(compare.openedCell.value).toBe('rvs_2b')
  // Restores the contact sheet, as Back in the browser does.
  compare.restore('evidence', null)
  expect(compare.openedCell.value).toBe('rvs_2b')
  compare.leave()
  expect(compare.openedCell.value).toBeNull()
})
