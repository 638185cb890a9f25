import { HALF, LOWEST, RAISED, restingHeight } from '~/conversation-sheet/sheet-heights'
import { isSheet } from '~/compare/pair'
import { useExpandedTools } from '~/stage/use-expanded-tools'
import { phoneScreen } from '~/ui/elements/use-media-query'

/** The height of the conversation as a bottom sheet; see {@link useSheetHeight}. */
export interface SheetHeight {
  /** Percent of the screen's height. */
  readonly height: Ref<number>
  readonly isRaised: ComputedRef<boolean>
  /** Raises the sheet to a height, if it is lower. */
  raise: (to?: number) => void
  /** Keeps the height when the next comment is opened during a comparison. */
  keepOnce: () => void
}

/**
 * The height of the conversation as a bottom sheet. The sheet is raised when a comment is opened, and lowered
 * while a comment is written on the stage. On a phone, it is also lowered while two pictures are compared,
 * while the tools are expanded and while a video plays, because the stage needs the height. The height before
 * is restored afterwards.
 */
export function useSheetHeight(): SheetHeight {
  const { focusRequest, threadId } = useThreadSelection()
  const { draft } = useDraft()
  const { view } = useCompare()
  const expandedTools = useExpandedTools()
  const video = useVideoTime()
  const onPhone = useMediaQuery(phoneScreen)
  const height = ref(HALF)
  const raise = (to = HALF) => {
    height.value = Math.max(to, height.value)
  }
  const isComparing = computed(() => onPhone.value && view.value !== null && !isSheet(view.value))
  let isKept = false
  /** The height before the comparison. */
  let beforeComparison = HALF
  watch([isComparing, focusRequest], ([now], [before]) => {
    const keeps = isKept && now
    isKept = false
    if (now && !before) {
      beforeComparison = height.value
      height.value = LOWEST
    } else if (before && !now) height.value = beforeComparison
    else if (threadId.value && !keeps) raise()
  })

  // The form, the tools and a playing video on the stage need the space.
  const needsStage = computed(
    () =>
      (draft.value !== null && !draft.value.restored) ||
      (onPhone.value && (expandedTools.value || video.value.playing === true)),
  )
  let beforeStage = HALF
  watch(needsStage, now => {
    if (now) beforeStage = height.value
    else if (height.value > LOWEST) return
    height.value = now ? LOWEST : beforeStage
  })
  return {
    height,
    isRaised: computed(() => restingHeight(height.value) === RAISED),
    raise,
    keepOnce() {
      isKept = true
    },
  }
}
