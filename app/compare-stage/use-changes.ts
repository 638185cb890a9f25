import { toFractions, type Box } from '#shared/annotation/projection'
import { placesOf } from '#shared/difference/changes'
import type { Difference } from '~/difference/use-difference'
import type { StageViewport } from '~/stage/use-viewport'
import type { ComputedRef, Ref } from 'vue'
import type { CompareMode } from '~/compare/pair'
import type { ShownSide } from '~/compare/shown-side'

/** The changes between the two sides of a comparison, and the one that is shown. */
export interface Changes extends Omit<ReturnType<typeof useDifference>, 'difference'> {
  readonly difference: Ref<Difference>
  /** The index of the shown change, or -1 if no change is shown. */
  readonly at: Ref<number>
  /** The indexes of the changes to outline: the shown one, and the one that the mouse points at in a list. */
  readonly outlined: ComputedRef<number[]>
  /**
   * The boxes of the changes in fractions of the padded size, which is the size that contains both images.
   */
  readonly boxes: ComputedRef<Box[]>
  /**
   * The boxes of the changes on each side, in fractions of the padded size. On the older side, a moved block
   * has its old position. On a side that lacks a block, a line shows the position of the block.
   */
  readonly placed: ComputedRef<readonly [before: Box[], after: Box[]]>
  /**
   * The box of the change that was shown last for these sides, in fractions of the padded size, also in a
   * mode that does not show the changes; null if none was shown.
   */
  readonly last: ComputedRef<Box | null>
  /**
   * Shows the change at an index. The index after the last one shows the first change, and -1 shows the last
   * one.
   */
  show: (index: number) => void
  /** Outlines the change at an index while the mouse points at it in a list; -1 for none. */
  point: (index: number) => void
  /** Shows the next or the previous change, as soon as the changes are known. */
  step: (by: 1 | -1) => void
}

/**
 * Computes the changes between two images. They are computed only while `mode` returns a mode that shows
 * them.
 */
export function useChanges({
  sides,
  viewport,
  mode,
}: {
  sides: () => readonly [before: ShownSide, after: ShownSide]
  viewport: StageViewport
  /** The mode in which the changes are shown; null while they are not shown. */
  mode: () => CompareMode | null
}): Changes {
  const { artifact } = useSelection()
  const { settings, load } = useDifferenceSettings()
  const result = useDifference(
    () => {
      const [before, after] = sides()
      return mode() !== null && before.address && after.address ? [before.address, after.address] : null
    },
    () => settings.value,
  )
  const { difference } = result
  watch([artifact, () => mode() !== null], ([, isOn]) => isOn && void load(), {
    immediate: true,
  })
  const at = ref(-1)
  const hovered = ref(-1)
  /** The change that was shown last, and the addresses of its sides. It stays shown in other modes. */
  const chosen = shallowRef<{ sides: string; box: Box } | null>(null)
  const sidesKey = () =>
    sides()
      .map(each => each.address)
      .join(' ')
  const last = computed(() => (chosen.value?.sides === sidesKey() ? chosen.value.box : null))
  function inFractions(all: readonly Box[]): Box[] {
    const image = viewport.view.value?.image
    return image ? all.map(each => toFractions(image, each)) : []
  }
  const boxes = computed(() => inFractions(difference.value.changes))
  /** The number of steps that the person requested while the difference was being computed. */
  let pending = 0

  function show(index: number) {
    const count = difference.value.changes.length
    if (count === 0) return
    at.value = ((index % count) + count) % count
    const box = boxes.value[at.value]
    if (box) {
      chosen.value = { sides: sidesKey(), box }
      viewport.goTo(box, { among: boxes.value })
    }
  }
  watch(difference, ({ state }, before) => {
    // If the difference before this one was complete, this one is of another comparison. A cached difference
    // is shown at once, without the state "working" in between.
    const isAnother = before.state !== 'working'
    if (state === 'working' || isAnother) at.value = hovered.value = -1
    if (isAnother) pending = 0
    if (state === 'working') return
    if (pending !== 0) return show(pending > 0 ? pending - 1 : pending)
    at.value = boxes.value.findIndex(each => last.value !== null && isSameBox(each, last.value))
    if (at.value >= 0) return
    // In the mode `difference`, scrolls to the first change if the person has not scrolled or zoomed. The
    // other modes show the top of the images first.
    const [first] = boxes.value
    if (first && mode() === 'difference' && viewport.fitted.value) viewport.preview(first)
  })

  return {
    ...result,
    at,
    outlined: computed(() => [at.value, hovered.value]),
    point(index) {
      hovered.value = index
    },
    boxes,
    placed: computed(() => {
      const { changes } = difference.value
      return [
        inFractions(changes.map(each => placesOf(each)?.from ?? each)),
        inFractions(changes.map(each => placesOf(each)?.to ?? each)),
      ] as const
    }),
    last,
    show,
    step(by) {
      if (difference.value.state === 'working') pending += by
      else show(Math.max(at.value, by === 1 ? -1 : 0) + by)
    },
  }
}

const isSameBox = (one: Box, other: Box) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
