import type { ScreenPoint, Size } from '#shared/annotation/projection'
import { scrollBy } from '~/annotation/zoom-and-pan'
import type { PointerMove } from './use-pointers'
import type { ToolViewport } from './use-viewport'

/**
 * CSS pixels: the width of the band along the edges of the stage. A drag in this band, or outside of the
 * stage, scrolls the image.
 */
const BAND = 24
/**
 * CSS pixels from the inner edge of the band: the image scrolls fastest when the pointer is at least this far
 * out.
 */
const DEEPEST = 80
/**
 * The speed of scrolling: CSS pixels per millisecond, for each CSS pixel between the pointer and the inner
 * edge of the band.
 */
const SPEED = 0.015

/**
 * Returns the distance of a position from the inner edge of the band, on one axis: negative in the band at
 * the start, positive in the band at the end, and 0 between the bands.
 */
function depth(at: number, length: number): number {
  const [before, after] = [BAND - at, at - (length - BAND)]
  if (before > 0) return -Math.min(before, DEEPEST)
  return Math.max(0, Math.min(after, DEEPEST))
}
const depths = (at: ScreenPoint, stage: Size): ScreenPoint => ({
  x: depth(at.x, stage.width),
  y: depth(at.y, stage.height),
})

interface EdgeScrollOptions {
  /** Whether the gesture is a drag that draws or changes a mark. */
  isActive: () => boolean
  /** Called after each step of scrolling, with the last move of the pointer. */
  scrolled: (move: PointerMove) => void
}

/**
 * Scrolls the image while a drag is held at an edge of the stage, until the edge of the image is visible. A
 * drag that begins at an edge of the stage scrolls there only after the pointer has left that edge once.
 */
export function useEdgeScroll(
  { exact, change }: Pick<ToolViewport, 'exact' | 'change'>,
  { isActive, scrolled }: EdgeScrollOptions,
) {
  /**
   * For each axis, the edge at which the drag began, as -1 or 1. It is 0 after the pointer has left that
   * edge.
   */
  let ignored: ScreenPoint = { x: 0, y: 0 }
  /** The speed of scrolling, in CSS pixels per millisecond. */
  let speed: ScreenPoint = { x: 0, y: 0 }
  let last: PointerMove
  let request: number | undefined

  function stop() {
    if (request !== undefined) cancelAnimationFrame(request)
    request = undefined
  }

  /**
   * Scrolls in every animation frame until the edge of the image is reached. The first frame only stores the
   * time.
   */
  function scroll(before?: number) {
    request = requestAnimationFrame(now => {
      request = undefined
      const view = exact.value
      if (!view || !isActive()) return
      if (before !== undefined) {
        const next = scrollBy(view, speed.x * (now - before), speed.y * (now - before))
        if (next.x === view.x && next.y === view.y) return
        change(next)
        scrolled(last)
      }
      scroll(now)
    })
  }

  onBeforeUnmount(stop)
  return {
    /** Call when a gesture begins. */
    begin({ at }: PointerMove) {
      stop()
      const edge = exact.value ? depths(at, exact.value.stage) : { x: 0, y: 0 }
      ignored = { x: Math.sign(edge.x), y: Math.sign(edge.y) }
    },
    /** Call when the pointer has moved. */
    follow(move: PointerMove) {
      if (!exact.value || !isActive()) return
      last = move
      const edge = depths(move.at, exact.value.stage)
      ignored = {
        x: Math.sign(edge.x) === ignored.x ? ignored.x : 0,
        y: Math.sign(edge.y) === ignored.y ? ignored.y : 0,
      }
      speed = { x: ignored.x === 0 ? edge.x * SPEED : 0, y: ignored.y === 0 ? edge.y * SPEED : 0 }
      if (speed.x === 0 && speed.y === 0) stop()
      else if (request === undefined) scroll()
    },
    /** Call when the gesture has ended. */
    stop,
  }
}
