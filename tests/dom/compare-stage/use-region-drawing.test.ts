import { expect, test } from 'vitest'
import { useShortcuts } from '~/ui/keys/use-shortcuts'
import { useRegionDrawing } from '~/compare-stage/use-region-drawing'
import type { PixelBox } from '#shared/difference/pixels'
import { pressKey } from '../../support/dom/keys'
import { mountInNuxt } from '../../support/dom/mount'

test('a drawn region is ignored and ends the drawing, and Escape ends it without a region', async () => {
  const ignored: PixelBox[] = []
  const { result } = await mountInNuxt(() => useRegionDrawing(box => ignored.push(box)))
  const box = { x: 10, y: 20, width: 30, height: 40 }
  await result.draw()
  result.ignoreDrawn(box)
  expect([result.isDrawing.value, ignored]).toEqual([false, [box]])
  await result.draw()
  expect(pressKey('Escape')).toBe(true)
  expect([result.isDrawing.value, ignored]).toEqual([false, [box]])
})

test('Escape first ends the drawing, then closes the settings, then is left to the page', async () => {
  let left = 0
  const { result } = await mountInNuxt(() => {
    useShortcuts({ escape: () => void left++ })
    return useRegionDrawing(() => {})
  })
  result.showsSettings.value = true
  await result.draw()
  const state = () => [result.isDrawing.value, result.showsSettings.value, left]
  pressKey('Escape')
  expect(state()).toEqual([false, true, 0])
  pressKey('Escape')
  expect(state()).toEqual([false, false, 0])
  pressKey('Escape')
  expect(state()).toEqual([false, false, 1])
})
