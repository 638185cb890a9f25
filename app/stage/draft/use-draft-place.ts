import type { Box, Size } from '#shared/annotation/projection'
import { findStageBars } from './find-stage-bars'
import { MARGIN, overlaps, placeNextToAll, shiftToUncover } from './place-next-to'

const WIDTH = 300

/** The mark and the stage of the comment that a form belongs to, in CSS pixels. */
interface FormSurroundings {
  /** Returns the box of the mark. */
  at: () => Box
  /** Returns the boxes of the comment's further shapes, which the form does not cover either. */
  further: () => readonly Box[]
  stage: () => Size
  /** Returns how far the form may extend below the stage if it would otherwise cover the mark. */
  overhang: () => number
  /** Whether the form replaces the conversation. */
  isDocked: boolean
}

/**
 * Places the form of a new comment next to the mark of the comment. Returns its style. Calls `onShift` with
 * the number of CSS pixels by which the mark must move down so that the form does not cover it.
 */
export function useDraftPlace(
  form: Readonly<Ref<HTMLElement | null>>,
  { at, further, stage, overhang, isDocked }: FormSurroundings,
  onShift: (dy: number) => void,
): ComputedRef<Partial<Record<'left' | 'top' | 'maxHeight' | 'width', string>>> {
  const { draft } = useDraft()
  const height = ref(150)
  const size = computed(() =>
    isDocked
      ? { width: 0, height: 0 }
      : { width: Math.min(WIDTH, stage().width - 2 * MARGIN), height: height.value },
  )
  /**
   * CSS pixels from the upper left corner of the stage: the box around the toolbar, the bars above the
   * toolbar, and the toasts.
   */
  const bars = ref<Box | null>(null)
  /**
   * The part of the stage in which the form is placed: the part above the bars if the form would cover the
   * bars and fits above them, else the whole stage.
   */
  const area = computed((): Size => {
    const bar = bars.value
    if (!bar) return stage()
    if (isDocked) return { width: stage().width, height: Math.min(bar.y, stage().height) }
    const place = placeNextToAll([at(), ...further()], size.value, stage(), overhang())
    const fits = size.value.height + 2 * MARGIN <= bar.y
    return fits && overlaps({ ...place, ...size.value }, bar)
      ? { width: stage().width, height: bar.y }
      : stage()
  })
  const style = computed(() => {
    if (isDocked) return {}
    const { x, y } = placeNextToAll(
      [at(), ...further()],
      size.value,
      area.value,
      area.value === stage() ? overhang() : 0,
    )
    const maxHeight = stage().height + overhang() - 2 * MARGIN
    return {
      left: `${x}px`,
      top: `${y}px`,
      maxHeight: `${maxHeight}px`,
      width: `${size.value.width}px`,
    }
  })
  const shift = computed(() => shiftToUncover(at(), size.value, area.value))

  function findBars() {
    bars.value = findStageBars(stage(), isDocked ? null : (form.value?.offsetParent ?? null))
  }
  onMounted(findBars)
  const { toasts } = useToast()
  const { offline, sessionExpired } = useConnection()
  watch([() => stage().width, () => stage().height, draft], findBars, { flush: 'post' })
  watch(
    () => toasts.value.length + Number(offline.value) + Number(sessionExpired.value),
    // The form moves when a toast appears. It does not move back when a toast closes, because the person may
    // be writing.
    (now, before) => now > before && findBars(),
    { flush: 'post' },
  )
  // The form becomes higher while the person writes, so its height is measured again.
  useElementSize(form, () => {
    height.value = form.value?.offsetHeight ?? height.value
  })
  // Moves the mark when the form, the bars or the size of the stage change, but not when the person moves the
  // image.
  watch(
    [draft, height, bars, () => stage().width, () => stage().height],
    () => {
      if (shift.value !== 0) onShift(shift.value)
    },
    { immediate: true, flush: 'post' },
  )
  return style
}
