import { expect, test } from 'vitest'
import { useDevicePixelRatio, useMediaQuery } from '~/ui/elements/use-media-query'
import { stubScreen } from '../../../support/dom/browser'
import { mountInNuxt } from '../../../support/dom/mount'

test('changes of a media query are reported until the component is unmounted', async () => {
  const screen = stubScreen()
  const { result, wrapper } = await mountInNuxt(() => ({ matches: useMediaQuery('(hover: none)') }))
  expect(result.matches.value).toBe(false)
  screen.match('(hover: none)')
  expect(result.matches.value).toBe(true)
  wrapper.unmount()
  expect(screen.count()).toBe(0)
})

test('the device pixel ratio is updated after each move to another screen, without a resize', async () => {
  const screen = stubScreen()
  const { result, wrapper } = await mountInNuxt(() => ({ ratio: useDevicePixelRatio() }))
  expect(result.ratio.value).toBe(1)
  for (const ratio of [2, 1.5, 1]) {
    screen.change(ratio)
    expect(result.ratio.value).toBe(ratio)
  }
  expect(screen.count()).toBe(1)
  wrapper.unmount()
  expect(screen.count()).toBe(0)
})
