import type { Window as HappyWindow } from 'happy-dom'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { useCompare } from '~/compare/use-compare'
import { useContactSheet } from '~/compare/use-contact-sheet'
import { useDraft } from '~/review-state/use-draft'
import { useReviewActions } from '~/review-page/use-review-actions'
import { useReviewAddress } from '~/review-page/use-review-address'
import { handheldScreen } from '~/ui/elements/use-media-query'
import { deviceStorage } from '~/ui/page/device-storage'
import { artifact, revision, thread } from '../../support/dom/fixtures'
import { stubScreen } from '../../support/dom/browser'
import { until } from '../../support/dom/mount'
import { pressKey } from '../../support/dom/keys'
import { mountOnReview } from '../../support/dom/review-page'

const happyWindow = window as unknown as HappyWindow
const setAddress = (rest: string) => happyWindow.happyDOM.setURL(`http://exhibit.test/reviews/rev_1${rest}`)
const shownAddress = () => location.search + location.hash

beforeEach(() => deviceStorage.remove('compare-mode'))

/** Evidence of which the first revision shows the state before the change. */
const changed = (name: string, kind: 'image' | 'video' = 'image') =>
  artifact(name, 2, {
    kind,
    revisions: [revision(`rvs_1${name}`, 1, { isBefore: true }), revision(`rvs_2${name}`, 2)],
  })

/** Opens the page of a review. Two of its four pieces of evidence have a state before the change. */
async function mountPage(address = '', width = 1440) {
  happyWindow.happyDOM.setViewport({ width })
  setAddress(address)
  onTestFinished(() => {
    happyWindow.happyDOM.setViewport({ width: 1024 })
    setAddress('')
  })
  const { result, page, wrapper } = await mountOnReview(
    () => {
      useReviewAddress()
      useReviewActions(() => {})
      return { ...useCompare(), ...useContactSheet() }
    },
    {
      artifacts: [changed('a'), artifact('b', 2), changed('c'), changed('f', 'video')],
      threads: [thread('1', { artifactId: 'art_c', revision: 2 })],
      path: `/reviews/rev_1${address}`,
    },
  )
  await nextTick()
  const { selection } = page
  return {
    ...result,
    selection,
    close: () => wrapper.unmount(),
    open: (id: string) => selection.openArtifact(selection.artifacts.value.find(each => each.id === id)),
    openComment: () => selection.openThread(page.source.threads.value[0]),
    shown: () => [
      selection.artifact.value?.id,
      result.view.value,
      ...(result.pair.value ?? []).map(each => each.revision.id),
    ],
  }
}

test('evidence with a state before the change opens side by side with it, other evidence alone', async () => {
  const { shown } = await mountPage()
  expect(shown()).toEqual(['art_a', 'side-by-side', 'rvs_1a', 'rvs_2a'])
  pressKey('ArrowDown')
  expect(shown()).toEqual(['art_b', null])
  pressKey('ArrowDown')
  expect(shown()).toEqual(['art_c', 'side-by-side', 'rvs_1c', 'rvs_2c'])
})

test('evidence opens in the compare mode used last on this device, if its kind has this mode', async () => {
  const { open, shown, close } = await mountPage('#art_b')
  pressKey('d')
  pressKey('Escape')
  open('art_c')
  expect(shown()[1]).toBe('difference')
  open('art_f')
  expect(shown()).toEqual(['art_f', 'side-by-side', 'rvs_1f', 'rvs_2f'])
  close()
  const later = await mountPage()
  expect(later.shown()[1]).toBe('difference')
  later.leave()
  later.openView()
  expect(later.shown()[1]).toBe('difference')
})

test('evidence whose comparison a person has left opens again without a comparison', async () => {
  const { open, shown, leave } = await mountPage()
  pressKey('Escape')
  expect(shown()).toEqual(['art_a', null])
  open('art_c')
  expect(shown()[1]).toBe('side-by-side')
  leave()
  expect(shown()).toEqual(['art_c', null])
  open('art_a')
  expect(shown()).toEqual(['art_a', null])
  open('art_c')
  expect(shown()).toEqual(['art_c', null])
  pressKey('s')
  expect(shown()).toEqual(['art_c', 'side-by-side', 'rvs_1c', 'rvs_2c'])
})

test.for([
  ['?revision=1#art_a', ['art_a', null]],
  ['?revision=2#art_a', ['art_a', null]],
  ['#thr_1', ['art_c', null]],
  ['?compare=onion-skin#art_a', ['art_a', 'onion-skin', 'rvs_1a', 'rvs_2a']],
  ['?compare=evidence#art_a', ['art_a', 'evidence']],
] as const)('the URL %s opens the evidence and the comparison that it names', async ([address, expected]) => {
  const { shown } = await mountPage(address)
  expect(shown()).toEqual(expected)
})

test('opening a comment opens no comparison, and keeps an open comparison', async () => {
  const { openComment, open, shown } = await mountPage()
  openComment()
  expect(shown()).toEqual(['art_c', null])
  open('art_a')
  open('art_c')
  openComment()
  expect(shown()).toEqual(['art_c', 'side-by-side', 'rvs_1c', 'rvs_2c'])
})

test('a comparison stays open when its older side is opened', async () => {
  const { selection, shown } = await mountPage()
  const a = selection.artifact.value
  selection.openArtifact(a, a?.revisions[0])
  expect(shown()).toEqual(['art_a', 'side-by-side', 'rvs_1a', 'rvs_2a'])
})

test('on a tablet, images are first compared side by side, and on a phone with a divider', async () => {
  const tablet = await mountPage('', 800)
  expect(tablet.shown()).toEqual(['art_a', 'side-by-side', 'rvs_1a', 'rvs_2a'])
  tablet.close()
  stubScreen().match(handheldScreen)
  const { open, openView, shown } = await mountPage('', 390)
  expect(shown()).toEqual(['art_a', 'swipe', 'rvs_1a', 'rvs_2a'])
  open('art_f')
  expect(shown()).toEqual(['art_f', 'side-by-side', 'rvs_1f', 'rvs_2f'])
  open('art_c')
  openView('difference')
  openView('side-by-side')
  expect(shown()[1]).toBe('side-by-side')
})

test('the URL contains a comparison only after the person has chosen its mode or side', async () => {
  const { openView, shown } = await mountPage('#art_a')
  const start = history.length
  expect([shown()[1], shownAddress()]).toEqual(['side-by-side', '#art_a'])
  openView('difference')
  await until(() => expect(shownAddress()).toBe('?compare=difference&with=rvs_1a#art_a'))
  pressKey('Escape')
  await until(() => expect(shownAddress()).toBe('#art_a'))
  expect(history.length).toBe(start)
})

test('Back from a comparison that a person opened shows the evidence without a comparison', async () => {
  const { openComment, open, openView, shown, selection } = await mountPage('#thr_1')
  openComment()
  selection.openThread(undefined)
  await until(() => expect(shownAddress()).toBe('#art_c'))
  openView('onion-skin')
  await until(() => expect(shownAddress()).toContain('compare=onion-skin'))
  setAddress('#art_c')
  window.dispatchEvent(new Event('popstate'))
  expect(shown()).toEqual(['art_c', null])
  open('art_a')
  expect(shown()[1]).toBe('onion-skin')
})

test('closing a contact sheet restores the comparison; opening a revision from it does not', async () => {
  const { openView, openCell, sheet, shown } = await mountPage('#art_a')
  const go = vi.spyOn(history, 'go').mockReturnValue()
  onTestFinished(() => go.mockRestore())
  openView('revisions')
  expect(shown()).toEqual(['art_a', 'revisions'])
  await until(() => expect(shownAddress()).toContain('compare=revisions'))
  pressKey('Escape')
  expect(shown()).toEqual(['art_a', 'side-by-side', 'rvs_1a', 'rvs_2a'])
  await until(() => expect(go).toHaveBeenCalledWith(-1))
  openView('revisions')
  const current = sheet.value.at(-1)
  if (current) openCell(current)
  expect(shown()).toEqual(['art_a', null])
  openView('evidence')
  const other = sheet.value.find(each => each.artifact.id === 'art_c')
  if (other) openCell(other)
  expect(shown()).toEqual(['art_c', 'side-by-side', 'rvs_1c', 'rvs_2c'])
})

const ACCEPTED = 'GET /v1/artifacts/{id}/accepted'

/**
 * Opens evidence that differs from the accepted revision. For `art_o`, the accepted revision is an earlier
 * revision of the same evidence. For `art_x`, it is in another review, and the page must request it. `art_y`
 * differs from the same revision as `art_x`, and also has an earlier revision of its own.
 */
async function mountChanged(artifactId: 'art_o' | 'art_x' | 'art_y', thread?: string, width = 1440) {
  happyWindow.happyDOM.setViewport({ width })
  setAddress(`#${artifactId}`)
  onTestFinished(() => {
    happyWindow.happyDOM.setViewport({ width: 1024 })
    setAddress('')
  })
  const against = (revisionId: string) => ({
    baseline: {
      ...{ status: 'changed' as const, changedPercent: 4, boxes: [] },
      against: {
        ...{ revisionId, reviewId: 'rev_0', url: 'http://exhibit.test/', pictureUrl: null },
        ...{ width: 10, height: 10, durationMs: null },
      },
    },
  })
  const accepted = Promise.withResolvers<null>()
  const { result, page } = await mountOnReview(
    () => {
      useReviewAddress()
      useReviewActions(() => {})
      return { ...useCompare(), ...useDraft() }
    },
    {
      artifacts: [
        artifact('o', 2, { revisions: [revision('rvs_1o', 1), revision('rvs_2o', 2, against('rvs_1o'))] }),
        artifact('x', 1, { revisions: [revision('rvs_1x', 1, against('rvs_0'))] }),
        artifact('y', 2, {
          revisions: [revision('rvs_1y', 1, against('rvs_0')), revision('rvs_2y', 2, against('rvs_0'))],
        }),
      ],
      threads: thread ? [threadOn(thread)] : [],
      path: `/reviews/rev_1#${artifactId}`,
      handlers: {
        [ACCEPTED]: async () => {
          await accepted.promise
          return {
            accepted: [
              {
                ...{ reviewId: 'rev_0', reviewTitle: 'Earlier', url: 'http://exhibit.test/' },
                ...{ acceptedAt: '2026-06-02T09:00:00.000Z', revision: revision('rvs_0', 4) },
              },
            ],
          }
        },
      },
    },
  )
  await nextTick()
  return {
    ...result,
    page,
    answer: () => accepted.resolve(null),
    shown: () => [result.view.value, ...(result.pair.value ?? []).map(each => each.revision.id)],
  }
}
const threadOn = (id: string) => thread(id, { artifactId: 'art_x', revision: 1 })

test('evidence that differs from its accepted revision opens in a comparison that can be left', async () => {
  const { shown } = await mountChanged('art_o')
  expect(shown()).toEqual(['side-by-side', 'rvs_1o', 'rvs_2o'])
  pressKey('Escape')
  expect(shown()).toEqual([null])
})

test('evidence that differs from an accepted revision of another review opens in a comparison', async () => {
  const { shown, answer } = await mountChanged('art_x')
  expect(shown()).toEqual([null])
  answer()
  await until(() => expect(shown()).toEqual(['side-by-side', 'rvs_0', 'rvs_1x']))
  pressKey('Escape')
  expect(shown()).toEqual([null])
})

test('on a phone, every way to open a comparison compares with the accepted revision', async () => {
  stubScreen().match(handheldScreen)
  const { shown, answer, openView, leave, partners } = await mountChanged('art_y', undefined, 390)
  answer()
  await until(() => expect(partners.value).toHaveLength(2))
  expect(shown()).toEqual(['swipe', 'rvs_0', 'rvs_2y'])
  leave()
  const ways = {
    s: 'side-by-side',
    w: 'swipe',
    o: 'onion-skin',
    d: 'difference',
  }
  for (const [key, mode] of Object.entries(ways)) {
    pressKey(key)
    expect(shown()).toEqual([mode, 'rvs_0', 'rvs_2y'])
    pressKey('Escape')
    expect(shown()).toEqual([null])
  }
  for (const view of [undefined, 'difference'] as const) {
    openView(view)
    expect(shown()).toEqual(['difference', 'rvs_0', 'rvs_2y'])
    leave()
  }
})

test('a comparison with another review does not open while a comment is written or read', async () => {
  for (const begin of ['writes', 'reads']) {
    const { shown, answer, open, page, partners } = await mountChanged('art_x', '1')
    if (begin === 'reads') page.selection.openThread(page.source.threads.value[0])
    else open({ artifactId: 'art_x', revisionId: 'rvs_1x', shape: null, timestampMs: null })
    answer()
    await until(() => expect(partners.value).toHaveLength(1))
    expect(shown()).toEqual([null])
  }
})
