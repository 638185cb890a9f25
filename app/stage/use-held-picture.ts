import type { Size } from '#shared/annotation/projection'
import { isHandheld } from '~/ui/elements/use-media-query'
import type { StageViewport } from './use-viewport'

/**
 * Returns the listener of the stage's size. On a phone, the form of a new comment takes the place of the
 * conversation and opens a keyboard, so the stage gets another size. The picture keeps its place on the
 * screen, so that people find the mark at the same place.
 */
export function useHeldPicture(
  viewport: StageViewport,
  host: Readonly<Ref<HTMLElement | null>>,
): (size: Size) => void {
  const { draft } = useDraft()
  let last = { width: 0, height: 0, top: 0 }
  /** CSS pixels: the height of the stage before the form opened, until the stage has this height again. */
  let heldFrom: number | undefined
  return size => {
    const { top } = host.value?.getBoundingClientRect() ?? last
    const isWriting = isHandheld() && draft.value !== null && !draft.value.restored
    if (isWriting) heldFrom ??= last.height
    // A picture that is fitted without the form is fitted again.
    const isHeld = isWriting || (heldFrom !== undefined && !viewport.fitted.value)
    if (isHeld && size.width === last.width) viewport.keep(size, last.top - top)
    else viewport.onResize(size)
    if (!isWriting && (!isHeld || size.height === heldFrom)) heldFrom = undefined
    last = { ...size, top }
  }
}
