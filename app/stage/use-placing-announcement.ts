import { describeShape } from '~/annotation-texts/describe-shape'
import type { Shape } from '#shared/contract/geometry'

/**
 * The possible numbers of decimals of a percentage. An announcement has the smallest number of decimals with
 * which it differs from the previous announcement.
 */
const DECIMALS = [0, 1, 2, 3] as const

/** Announces the position of a shape while it is placed, moved or resized with the keyboard. */
export function usePlacingAnnouncement(placing: Readonly<Ref<Shape | null>>): void {
  const { announceSettled, cancel } = useSettledAnnouncement()
  let announced: Shape | undefined

  function describe(shape: Shape): string {
    const before = announced
    announced = shape
    const decimals = DECIMALS.find(
      each => !before || describeShape(before, each) !== describeShape(shape, each),
    )
    return describeShape(shape, decimals)
  }

  watch(placing, shape => {
    if (shape) announceSettled(() => describe(shape))
    else cancel()
  })
}
