/**
 * Milliseconds without a movement of the pointer on the stage, after which the stage is idle.
 */
const IDLE_AFTER_MS = 2000

/**
 * Sets the attribute `data-idle` of the stage while the pointer does not move on it. The toolbar then shows
 * only its icons, and the minimap is paler (see `main.css`).
 */
export function useStageIdle(stage: Readonly<Ref<HTMLElement | null>>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function restart() {
    if (stage.value) delete stage.value.dataset.idle
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (stage.value) stage.value.dataset.idle = ''
    }, IDLE_AFTER_MS)
  }
  const activity = ['pointermove', 'pointerdown', 'focusin'] as const
  onMounted(() => {
    for (const type of activity) stage.value?.addEventListener(type, restart, { passive: true })
    restart()
  })
  onBeforeUnmount(() => {
    clearTimeout(timer)
    for (const type of activity) stage.value?.removeEventListener(type, restart)
  })
}
