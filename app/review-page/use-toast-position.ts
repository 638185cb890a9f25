import { remToPixels, stageSize } from '~/stage/stage-sizes'
import { isHandheld } from '~/ui/elements/use-media-query'

/**
 * CSS pixels, with the stage's header: on a stage of less than the first height, a toast below the header
 * would cover most of the image. On a phone with a stage of less than the second height, a toast at the
 * stage's lower edge would.
 */
const [LOW, LOW_ON_PHONE] = [260, 90]
/** Rem: the height of the stage's header (`h-10` in StageHeader). */
const HEADER = 2.5
/** CSS pixels from the top of the stage to a toast: below the stage's header, and over the header. */
const [BELOW_HEADER, OVER_HEADER] = [52, 2]

/**
 * Sets the position of toasts on the stage while the stage is mounted. On a wide screen, toasts are in the
 * middle of the stage. On a phone, they are at its lower edge, above the conversation and near the thumb,
 * where they cover no control. On other narrow screens, they are below its header. They are over the header
 * if they would otherwise cover tools or most of the image. See `toasts` in main.css. `stage`: the `main` of
 * the page, which contains the stage's header, too.
 */
export function useToastPosition(stage: Readonly<Ref<HTMLElement | null>>): void {
  useElementSize(stage, () => {
    const box = stage.value?.getBoundingClientRect()
    if (!box) return
    const { width, height } = box
    // The sizes of `side-tools` in variants.css are those of the area below the header.
    const hasSideTools = width >= stageSize('slim') && height < stageSize('short') + remToPixels(HEADER)
    const isLow = height < LOW || hasSideTools
    const isAtEnd = isHandheld() && height >= LOW_ON_PHONE
    const { style } = document.documentElement
    style.setProperty('--toasts-center', `${box.left + width / 2}px`)
    style.setProperty(
      '--toasts-top',
      isAtEnd ? 'auto' : `${box.top + (isLow ? OVER_HEADER : BELOW_HEADER)}px`,
    )
    style.setProperty('--toasts-end', isAtEnd ? `${innerHeight - box.bottom}px` : '')
  })
  onBeforeUnmount(() => {
    for (const name of ['--toasts-center', '--toasts-top', '--toasts-end'])
      document.documentElement.style.removeProperty(name)
  })
}
