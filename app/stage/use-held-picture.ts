import type { Size } from '#shared/annotation/projection'
import { isHandheld } from '~/ui/elements/use-media-query'
import type { StageViewport } from './use-viewport'

/**
 * Returns a listener for the size of the stage. On a phone, the form of a new comment replaces the
 * conversation and opens a keyboard, so the size of the stage changes. The picture keeps its position on the
 * screen, so that the mark does not move.
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
    // After the form has closed, the picture keeps its position until the stage has the height that it had
    // before the form opened. A picture that was fitted in the meantime is fitted to the new size instead.
    const isHeld = isWriting || (heldFrom !== undefined && !viewport.fitted.value)
    if (isHeld && size.width === last.width) viewport.keep(size, last.top - top)
    else viewport.onResize(size)
    if (!isWriting && (!isHeld || size.height === heldFrom)) heldFrom = undefined
    last = { ...size, top }
  }
}
