import type { ToolName } from '~/annotation/tools'
import type { StageView } from './use-viewport'

/** Keys that look at a picture; with a tool in hand, those that change it too. */
export function useStageKeys({
  look,
  tool,
  holdSpace,
}: {
  look: StageView
  tool?: Ref<ToolName>
  holdSpace?: (held: boolean) => void
}) {
  const { canAnnotate } = useReview()
  const take = (name: ToolName) => () => {
    if (tool) tool.value = name
  }
  useShortcuts({
    'zoom-fit': look.fit,
    'zoom-actual': look.actualSize,
    'zoom-in': () => look.zoom(1.25),
    'zoom-out': () => look.zoom(0.8),
    ...(holdSpace && { 'pan-or-play': () => holdSpace(true) }),
    ...(tool &&
      canAnnotate && {
        'tool-select': take('select'),
        'tool-point': take('point'),
        'tool-rectangle': take('rectangle'),
        'tool-arrow': take('arrow'),
        'tool-pan': take('pan'),
      }),
  })
  const onUp = (event: KeyboardEvent) => {
    if (event.key === ' ') holdSpace?.(false)
  }
  onMounted(() => window.addEventListener('keyup', onUp))
  onBeforeUnmount(() => window.removeEventListener('keyup', onUp))
}
