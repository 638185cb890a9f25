import { scrollBy } from '~/annotation/zoom-and-pan'
import { shapes } from '#shared/annotation/shapes'
import { toolBar } from '~/annotation/tools/tool-bar'
import type { ToolName } from '~/annotation/tools'
import type { StageViewport } from './use-viewport'
import { text } from '~/text/stage'
import { focusFirst, focusTarget } from '~/ui/focus/focus-target'

/**
 * The shortcuts of a stage: zooming, scrolling and, if `tool` is given and the visitor can comment, selecting
 * a tool.
 */
export function useStageShortcuts({
  viewport,
  tool,
  holdSpace,
}: {
  viewport: StageViewport
  tool?: Ref<ToolName>
  /** Called with true when Space is pressed, with false when it is released. */
  holdSpace?: (held: boolean) => void
}) {
  const { canComment } = useReviewAccess()
  /** Scrolls by a number of heights of the stage. */
  const scroll = (heights: number) => () => {
    const now = viewport.exact.value
    const next = now && scrollBy(now, 0, heights * now.stage.height)
    // An image that fits the stage stays fitted.
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
    'zoom-in': zooming(() => viewport.zoom(1.25)),
    'zoom-out': zooming(() => viewport.zoom(0.8)),
    // A part of the previous view stays, to read on from.
    'scroll-up': scroll(-0.85),
    'scroll-down': scroll(0.85),
    'scroll-to-top': scroll(-Number.MAX_SAFE_INTEGER),
    'scroll-to-bottom': scroll(Number.MAX_SAFE_INTEGER),
    ...(holdSpace && { 'pan-or-play': () => holdSpace(true) }),
    ...(tool && canComment.value && toolActions(tool, announce)),
  })
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ') holdSpace?.(false)
  }
  onMounted(() => window.addEventListener('keyup', onKeyUp))
  onBeforeUnmount(() => window.removeEventListener('keyup', onKeyUp))
}

/** The shortcuts that select a tool, and announce it. */
const toolActions = (tool: Ref<ToolName>, announce: (label: string) => void) =>
  Object.fromEntries(
    toolBar.map(({ name, label }) => [
      `tool-${name}`,
      () => {
        tool.value = name
        announce(label)
        // Enter on a button of the conversation would press the button instead of drawing.
        if (name in shapes && focusTarget()?.closest('aside')) focusFirst(['main [role=application]'])
      },
    ]),
  )
