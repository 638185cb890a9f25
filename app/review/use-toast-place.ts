/** CSS pixels: what is left of a lower stage is too little for a toast over it. */
const LOW = 260
/** CSS pixels from the top of the stage: below its header, and over it. */
const [BELOW_HEADER, OVER_HEADER] = [52, 2]

/**
 * Places toasts on the stage while it is mounted: in its middle on a wide screen; on a narrow one below its
 * header, or over the header where the stage is low. See `toasts` in main.css.
 */
export function useToastPlace(stage: Readonly<Ref<HTMLElement | null>>): void {
  useElementSize(stage, () => {
    const box = stage.value?.getBoundingClientRect()
    if (!box) return
    const top = box.top + (box.height < LOW ? OVER_HEADER : BELOW_HEADER)
    const { style } = document.documentElement
    style.setProperty('--toasts-center', `${box.left + box.width / 2}px`)
    style.setProperty('--toasts-top', `${top}px`)
  })
  onBeforeUnmount(() => {
    for (const name of ['--toasts-center', '--toasts-top'])
      document.documentElement.style.removeProperty(name)
  })
}
