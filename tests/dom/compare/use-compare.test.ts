import { expect, test } from 'vitest'
import { useCompare } from '~/compare/use-compare'
import { useContactSheet } from '~/compare/use-contact-sheet'
import { useCompareHistory } from '~/compare/use-compare-history'
import { useSelection } from '~/review-state/use-selection'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

async function mountCompare() {
  const { result } = await mountOnReview(
    () => ({ ...useCompare(), ...useContactSheet(), ...useCompareHistory(), selection: useSelection() }),
    {
      artifacts: [
        artifact('a', 3),
        artifact('b'),
        artifact('f', 2, { kind: 'video' }),
        artifact('v', 1, { variationGroup: 'Header' }),
        artifact('w', 1, { variationGroup: 'Header' }),
      ],
    },
  )
  const { selection } = result
  const open = (id: string, index?: number) => {
    const place = selection.artifacts.value.find(each => each.id === id)
    selection.openArtifact(
      place,
      place?.revisions.find(each => each.index === index),
    )
  }
  const pairIds = () => result.pair.value?.map(each => each.revision.id)
  open('art_a')
  return { ...result, open, pairIds }
}

test('an older revision is compared with the latest, and the latest with the previous one', async () => {
  const { openView, pairIds, open } = await mountCompare()
  expect(pairIds()).toBeUndefined()
  openView('swipe')
  expect(pairIds()).toEqual(['rvs_2a', 'rvs_3a'])
  open('art_a', 1)
  expect(pairIds()).toEqual(['rvs_1a', 'rvs_3a'])
})

test('the revision that was chosen for a comparison stays chosen in other compare modes', async () => {
  const { openView, partners, compareWith, pairIds } = await mountCompare()
  openView('swipe')
  const first = partners.value.find(each => each.revision.index === 1)
  if (first) compareWith(first)
  openView('difference')
  expect(pairIds()).toEqual(['rvs_1a', 'rvs_3a'])
})

test('opening the compare view that is already open changes nothing', async () => {
  const { openView, view, leave } = await mountCompare()
  openView('swipe')
  openView('swipe')
  expect(view.value).toBe('swipe')
  leave()
  expect(view.value).toBeNull()
})

test('a compare view opens again after a visit to evidence that cannot be compared', async () => {
  const { openView, view, open, canCompare } = await mountCompare()
  openView('onion-skin')
  open('art_b')
  expect([canCompare.value, view.value]).toEqual([false, null])
  open('art_a')
  expect(view.value).toBe('onion-skin')
})

test('a compare mode that videos do not support is active again after a visit to a video', async () => {
  const { openView, view, modes, open } = await mountCompare()
  openView('difference')
  open('art_f')
  expect([view.value, modes.value.includes('difference')]).toEqual([null, false])
  open('art_a')
  expect(view.value).toBe('difference')
  openView('swipe')
  open('art_f')
  expect(view.value).toBe('swipe')
})

test('a contact sheet shows the kind that was opened: revisions, variations, or all evidence', async () => {
  const { openView, toggleSheet, view, mode, pair, sheets, sheet, open } = await mountCompare()
  const shown = () => sheet.value.map(each => each.revision.id)
  expect([sheets.value, shown()]).toEqual([['revisions', 'evidence'], []])
  toggleSheet()
  expect([view.value, mode.value, pair.value]).toEqual(['evidence', null, null])
  openView('revisions')
  expect(shown()).toEqual(['rvs_1a', 'rvs_2a', 'rvs_3a'])
  openView('variations')
  expect(view.value).toBeNull()
  open('art_v')
  expect([view.value, shown()]).toEqual(['variations', ['rvs_1v', 'rvs_1w']])
  openView('evidence')
  expect(shown()).toEqual(['rvs_3a', 'rvs_1b', 'rvs_2f', 'rvs_1v', 'rvs_1w'])
  toggleSheet()
  expect(view.value).toBeNull()
})

test('comparing a comment with its fix shows both revisions at the spot of the comment', async () => {
  const { compareAt, view, pairIds, target, selection } = await mountCompare()
  const [a] = selection.artifacts.value.filter(each => each.id === 'art_a')
  const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.2 }
  const commented = revision('rvs_1a', 1)
  if (a?.currentRevision) compareAt({ artifact: a, revision: a.currentRevision }, commented, box)
  expect(view.value).toBe('side-by-side')
  expect(pairIds()).toEqual(['rvs_1a', 'rvs_3a'])
  expect(target.value).toEqual({ revisionId: 'rvs_1a', box })
})

test('a URL with a compare view opens the view, and a URL without one closes it', async () => {
  const { restore, view, pairIds } = await mountCompare()
  restore('swipe', 'rvs_1a')
  expect(pairIds()).toEqual(['rvs_1a', 'rvs_3a'])
  restore(null, null)
  expect(view.value).toBeNull()
})

test('opening the other side of a comparison on the stage keeps the same pair of revisions', async () => {
  const { openView, partners, compareWith, pairIds, open } = await mountCompare()
  open('art_a', 2)
  openView('swipe')
  const first = partners.value.find(each => each.revision.index === 1)
  if (first) compareWith(first)
  expect(pairIds()).toEqual(['rvs_1a', 'rvs_2a'])
  open('art_a', 1)
  expect(pairIds()).toEqual(['rvs_1a', 'rvs_2a'])
})

test('a contact sheet opened from a comparison of revisions shows the artifact’s revisions', async () => {
  const { openView, toggleSheet, view, open } = await mountCompare()
  open('art_a', 3)
  openView('swipe')
  toggleSheet()
  expect(view.value).toBe('revisions')
})

test('a comparison that opens while a comment is selected is with the revision of the comment', async () => {
  const { result, page } = await mountOnReview(() => useCompare(), {
    artifacts: [artifact('a', 3), artifact('b', 3)],
    threads: [thread('1', { status: 'addressed', revision: 1 }), thread('2', { revision: 3 })],
  })
  const { openView, leave, pair, partners, compareWith } = result
  const { selection, source } = page
  const pairIds = () => pair.value?.map(each => each.revision.id)
  const [fixed, latest] = source.threads.value
  selection.openThread(fixed)
  openView('difference')
  expect(pairIds()).toEqual(['rvs_1a', 'rvs_3a'])
  // The person may choose another revision, which stays chosen in other modes.
  const second = partners.value.find(each => each.revision.index === 2)
  if (second) compareWith(second)
  openView('swipe')
  expect(pairIds()).toEqual(['rvs_2a', 'rvs_3a'])
  leave()
  openView()
  expect(pairIds()).toEqual(['rvs_1a', 'rvs_3a'])
  leave()
  selection.openArtifact(selection.artifacts.value.find(each => each.id === 'art_b'))
  openView()
  expect(pairIds()).toEqual(['rvs_2b', 'rvs_3b'])
  leave()
  selection.openThread(latest)
  openView()
  expect(pairIds()).toEqual(['rvs_2a', 'rvs_3a'])
})
