import { expect, it } from 'vitest'
import { fittedView } from '~/stage/fitted-view'

const stage = { width: 480, height: 460 }
const around = { stage, area: { width: 980, height: 720 }, top: 40, bottom: 12, right: 0 }
const viewOf = (height: number, wideFrom?: number) =>
  fittedView({ width: 1280, height }, { ...around, crops: false, corner: null, wideFrom })

it('on a stage with a limit, an image that would be small as a whole is shown at the full width', () => {
  const whole = viewOf(2000)
  expect(whole.y + 2000 * whole.scale).toBeLessThanOrEqual(460)
  const wide = viewOf(2000, 1.3)
  expect(wide.scale).toBeGreaterThan(1.3 * whole.scale)
  expect(1280 * wide.scale).toBeGreaterThan(400)
  expect(wide.y).toBe(40)
  // At the full width, this image would be hardly larger.
  expect(viewOf(1200, 1.3)).toEqual(viewOf(1200))
})
