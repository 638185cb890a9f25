import { expect, test } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import { useHeldPicture } from '~/stage/use-held-picture'
import { useViewport } from '~/stage/use-viewport'
import { handheldScreen } from '~/ui/elements/use-media-query'
import { stubScreen } from '../../support/dom/browser'
import { artifact } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

/**
 * The heights of the stage in CSS pixels: with the conversation, with the form, and above an on-screen
 * keyboard.
 */
const [AT_REST, WITH_FORM, ABOVE_KEYBOARD] = [460, 640, 280]

async function mountPicture({ onPhone = true } = {}) {
  if (onPhone) stubScreen().match(handheldScreen)
  let top = 96
  const host = document.createElement('div')
  host.getBoundingClientRect = () => ({ top }) as DOMRect
  const { result, page } = await mountOnReview(
    () => {
      const viewport = useViewport(() => ({ width: 800, height: 500 }))
      return { viewport, onSize: useHeldPicture(viewport, shallowRef(host)) }
    },
    { artifacts: [artifact('a')] },
  )
  const resize = async (height: number, at = top) => {
    top = at
    result.onSize({ width: 390, height })
    await nextTick()
  }
  await resize(AT_REST)
  const write = async () => {
    page.draft.open({
      artifactId: 'art_a',
      revisionId: 'rvs_1a',
      shape: { kind: 'point', geometry: { x: 0.5, y: 0.5 } },
      timestampMs: null,
    })
    await nextTick()
  }
  return {
    resize,
    write,
    discard: async () => {
      page.draft.close()
      await nextTick()
    },
    viewport: result.viewport,
    /** The distance in CSS pixels from the upper edge of the screen to the picture. */
    onScreen: () => top + (result.viewport.exact.value?.y ?? Number.NaN),
  }
}

test('on a phone, the picture does not move while the form of a comment and a keyboard open', async () => {
  const { resize, write, discard, viewport, onScreen } = await mountPicture()
  const before = onScreen()
  const scale = viewport.exact.value?.scale
  await write()
  await resize(WITH_FORM)
  expect(onScreen()).toBe(before)
  await resize(ABOVE_KEYBOARD, 0)
  expect([onScreen(), viewport.exact.value?.scale]).toEqual([before, scale])
  await discard()
  await resize(AT_REST, 96)
  expect(onScreen()).toBe(before)
})

test('on a phone, an enlarged picture returns to its place when form and keyboard have closed', async () => {
  const { resize, write, discard, viewport, onScreen } = await mountPicture()
  viewport.zoom(2)
  const before = onScreen()
  await write()
  await resize(WITH_FORM)
  await resize(ABOVE_KEYBOARD, 0)
  await discard()
  await resize(ABOVE_KEYBOARD - 50, 0)
  await resize(AT_REST, 96)
  expect(onScreen()).toBe(before)
  // After the form is closed, a resize leaves the middle of the picture in the middle of the stage, as usual.
  await resize(AT_REST - 100)
  expect(onScreen()).toBe(before - 50)
})

test('on a wide screen, the picture is fitted to the stage again when a comment form opens', async () => {
  const { resize, write, onScreen } = await mountPicture({ onPhone: false })
  const before = onScreen()
  await write()
  await resize(WITH_FORM)
  expect(onScreen()).toBeGreaterThan(before)
})
