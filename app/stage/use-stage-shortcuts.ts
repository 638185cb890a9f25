import { byData } from '~/ui/elements/data-attributes'
import { scrollBy, ZOOM_STEP } from '~/annotation/zoom-and-pan'
import { shapes } from '#shared/annotation/shapes'
import { toolBar } from '~/annotation-texts/tool-bar'
import type { ToolName } from '~/annotation/tools'
import type { StageViewport } from './use-viewport'
import { text } from '~/text/stage'
import { focusFirst } from '~/ui/focus/focus-target'

/**
 * The shortcuts of a stage: zooming and scrolling, and also selecting a tool if `tool` is given and the
 * visitor can comment.
 */
export function useStageShortcuts({
  viewport,
  tool,
  holdSpace,
}: {
  viewport: StageViewport
  tool?: Ref<ToolName>
  holdSpace?: HoldSpace
}) {
  const { canComment } = useReviewAccess()
  /** Returns a function that scrolls by a number of stage heights. */
  const scroll = (heights: number) => () => {
    const now = viewport.exact.value
    const next = now && scrollBy(now, 0, heights * now.stage.height)
    // Does not change the view if nothing scrolls, so that an image that fits the stage stays fitted.
    if (next && next.y !== now.y) viewport.change(next)
  }
  const { announce } = useAnnouncements()
  const { announceSettled } = useSettledAnnouncement()
  const zooming = (zoom: () => void) => () => {
    zoom()
    announceSettled(() => text.zoom.current(viewport.percent.value))
  }
  useShortcuts({
    'zoom-fit': zooming(viewport.fit),
    'zoom-actual': zooming(viewport.actualSize),
    'zoom-in': zooming(() => viewport.zoom(ZOOM_STEP)),
    'zoom-out': zooming(() => viewport.zoom(1 / ZOOM_STEP)),
    // Scrolls by less than the full height, so that a part of the previous view stays visible and the person
    // can continue reading.
    'scroll-up': scroll(-0.85),
    'scroll-down': scroll(0.85),
    'scroll-to-top': scroll(-Number.MAX_SAFE_INTEGER),
    'scroll-to-bottom': scroll(Number.MAX_SAFE_INTEGER),
    ...(tool && canComment.value && toolActions(tool, announce)),
  })
  if (holdSpace) useHeldSpace(holdSpace)
}

/**
 * Called with true when Space is pressed, and with false when Space is released. Returns `false` to leave a
 * press to the handler that was registered before.
 */
type HoldSpace = (held: boolean) => unknown

/** Handles the Space key of a stage. */
export function useHeldSpace(hold: HoldSpace): void {
  useShortcuts({ 'pan-or-play': () => hold(true) })
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ') hold(false)
  }
  onMounted(() => window.addEventListener('keyup', onKeyUp))
  onBeforeUnmount(() => window.removeEventListener('keyup', onKeyUp))
}

/** Moves the focus to the stage, unless it is there or in a dialog, such as the command palette. */
function focusStage() {
  const focused = document.activeElement
  if (focused?.matches(byData('stage')) || focused?.closest('[role=dialog], [role=alertdialog]')) return
  focusFirst([byData('stage')])
}

/** Returns the shortcuts that select a tool and announce its name to screen readers. */
const toolActions = (tool: Ref<ToolName>, announce: (label: string) => void) =>
  Object.fromEntries(
    toolBar.map(({ name, label }) => [
      `tool-${name}`,
      () => {
        tool.value = name
        announce(label)
        // If a button elsewhere kept the focus, Enter would press that button instead of drawing.
        if (name in shapes) focusStage()
      },
    ]),
  )
