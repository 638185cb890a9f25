import { toolBar } from '~/annotation/tools/tool-bar'
import type { ToolName } from '~/annotation/tools'
import type { StageViewport } from './use-viewport'

/**
 * The shortcuts of a stage: zooming and, where `tool` is given and the visitor can annotate, selecting a
 * tool.
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
  const { canAnnotate } = useReviewSource()
  useShortcuts({
    'zoom-fit': viewport.fit,
    'zoom-actual': viewport.actualSize,
    'zoom-in': () => viewport.zoom(1.25),
    'zoom-out': () => viewport.zoom(0.8),
    ...(holdSpace && { 'pan-or-play': () => holdSpace(true) }),
    ...(tool && canAnnotate && toolActions(tool)),
  })
  const onKeyUp = (event: KeyboardEvent) => {
    if (event.key === ' ') holdSpace?.(false)
  }
  onMounted(() => window.addEventListener('keyup', onKeyUp))
  onBeforeUnmount(() => window.removeEventListener('keyup', onKeyUp))
}

const toolActions = (tool: Ref<ToolName>) =>
  Object.fromEntries(
    toolBar.map(({ name }) => [
      `tool-${name}`,
      () => {
        tool.value = name
      },
    ]),
  )
