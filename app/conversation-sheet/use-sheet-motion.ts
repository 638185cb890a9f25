import { phoneScreen } from '~/ui/elements/use-media-query'

/** A spring, as in the style sheets. */
const SPRING = 'linear(0, 0.2 10%, 0.62 26%, 0.9 45%, 1.005 65%, 1.002 80%, 1)'
const MILLISECONDS = 350

/**
 * Animates the height of the bottom sheet when it is raised or lowered on a phone. The sheet is then as high
 * as its content, and the browser cannot animate to such a height with a transition.
 */
export function useSheetMotion(sheet: Readonly<Ref<HTMLElement | null>>, isRaised: () => boolean): void {
  const onPhone = useMediaQuery(phoneScreen)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  watch(isRaised, async () => {
    const before = sheet.value?.offsetHeight
    await nextTick()
    const after = sheet.value?.offsetHeight
    if (!onPhone.value || isStill.value || !before || !after || before === after) return
    const heightOf = (pixels: number) => ({ minHeight: `${pixels}px`, maxHeight: `${pixels}px` })
    sheet.value?.animate([heightOf(before), heightOf(after)], { duration: MILLISECONDS, easing: SPRING })
  })
}
