import { describeShape } from '~/annotation/shapes'
import type { Shape } from '#shared/contract/geometry'

/** Milliseconds after the last key: where a shape passes while a key is held down is not announced. */
const DELAY_MS = 400

/** Announces where the shape is that is placed, moved or resized by keyboard. */
export function usePlacingAnnouncement(placing: Readonly<Ref<Shape | null>>): void {
  const { announce } = useAnnouncements()
  let timer: ReturnType<typeof setTimeout> | undefined

  watch(placing, shape => {
    clearTimeout(timer)
    if (shape) timer = setTimeout(() => announce(describeShape(shape)), DELAY_MS)
  })
  onBeforeUnmount(() => clearTimeout(timer))
}
