import { toolBar } from '~/annotation/tools/tool-bar'
import type { ToolName } from '~/annotation/tools'
import type { StageViewport } from './use-viewport'

/** Keys that look at a picture; with a tool in hand, those that change it too. */
export function useStageKeys({
  viewport,
  tool,
  holdSpace,
}: {
  viewport: StageViewport
  tool?: Ref<ToolName>
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
  const onUp = (event: KeyboardEvent) => {
    if (event.key === ' ') holdSpace?.(false)
  }
  onMounted(() => window.addEventListener('keyup', onUp))
  onBeforeUnmount(() => window.removeEventListener('keyup', onUp))
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
