/**
 * Milliseconds without a movement of the pointer on the stage, after which the toolbar of the stage rests.
 */
const REST_AFTER_MS = 2000

/**
 * Sets the attribute `data-resting` of the stage while the pointer does not move on it. The toolbar then
 * shows only its glyphs, and the minimap is paler: `main.css`.
 */
export function useStageRest(stage: Readonly<Ref<HTMLElement | null>>): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function wake() {
    if (stage.value) delete stage.value.dataset.resting
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (stage.value) stage.value.dataset.resting = ''
    }, REST_AFTER_MS)
  }
  const awake = ['pointermove', 'pointerdown', 'focusin'] as const
  onMounted(() => {
    for (const type of awake) stage.value?.addEventListener(type, wake, { passive: true })
    wake()
  })
  onBeforeUnmount(() => {
    clearTimeout(timer)
    for (const type of awake) stage.value?.removeEventListener(type, wake)
  })
}
