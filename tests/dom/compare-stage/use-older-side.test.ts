import { expect, test } from 'vitest'
import { computed, shallowRef } from 'vue'
import { toScreen } from '#shared/annotation/projection'
import { anchorOf } from '#shared/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'
import type { Change } from '#shared/difference/changes'
import { viewOf, type ShownSide } from '~/compare/shown-side'
import { useOlderSide } from '~/compare-stage/use-older-side'
import type { Difference } from '~/difference/use-difference'
import { mountInNuxt } from '../../support/dom/mount'

const sideOf = (height: number, pending: ShownSide['pending'] = []): ShownSide => ({
  ...{ evidence: null, src: null, loading: false, label: '', address: null, video: null, mark: null },
  ...{ threads: [], size: { width: 1000, height }, pending },
})
const pin = (x: number, y: number): Shape => ({ kind: 'point', geometry: { x, y } })
/** A banner made the page 200 pixels higher. */
const [older, newer] = [500, 700]
const body = { x: 0, y: 0, width: 1000, height: 500 }
const to = { ...body, y: 200 }
const moved: Change = { ...to, pixels: 9, moved: { from: body, to } }

async function mountOlderSide(changes: Change[], state: Difference['state'] = 'done') {
  const before = sideOf(older, [
    { id: 'a', commentId: 'a', shape: pin(0.5, 0.9) } as ShownSide['pending'][number],
  ])
  const difference = shallowRef({ state, changes } as Difference)
  const { result } = await mountInNuxt(() =>
    useOlderSide(
      () => before,
      () => sideOf(newer),
      computed(() => difference.value),
    ),
  )
  /** Returns the row of the picture in which a shape of the older side is drawn. */
  const rowOf = (shape: Shape) => {
    const placed = result.olderPlace(shape)
    const view = viewOf(before, { image: to, stage: to, scale: 1, x: 0, y: 0 })
    return placed && view && Math.round(toScreen(view, anchorOf(placed)).y)
  }
  return { ...result, rowOf }
}

test('an older pin near the end of a page moves with its content if the page became higher', async () => {
  const { rowOf, placedBefore } = await mountOlderSide([moved])
  expect(rowOf(pin(0.5, 0.2))).toBe(300)
  expect(rowOf(pin(0.5, 0.9))).toBe(650)
  expect(placedBefore.value.pending).toHaveLength(1)
})

test('an older pin is not drawn while the changes are unknown, or if its content was removed', async () => {
  const unknown = await mountOlderSide([moved], 'working')
  expect(unknown.rowOf(pin(0.5, 0.2))).toBeNull()
  const removed: Change = { ...body, pixels: 9, removed: { from: body, to: { ...body, height: 4 } } }
  const { rowOf, placedBefore } = await mountOlderSide([removed])
  expect(rowOf(pin(0.5, 0.2))).toBeNull()
  expect(placedBefore.value.pending).toEqual([])
})

test('an older shape whose content did not move is drawn as stored, so that it can be edited', async () => {
  const { olderPlace } = await mountOlderSide([])
  const shape = pin(0.5, 0.2)
  expect(olderPlace(shape)).toBe(shape)
})
