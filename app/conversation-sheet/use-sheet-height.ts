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
 * while a comment is written on the stage. On a phone, it is also lowered while two pictures are compared or
 * the tools are expanded, because the stage needs the height. The height before is restored afterwards.
 */
export function useSheetHeight(): SheetHeight {
  const { focusRequest, threadId } = useThreadSelection()
  const { draft } = useDraft()
  const { view } = useCompare()
  const expandedTools = useExpandedTools()
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

  // The form and the tools on the stage need the space.
  const isDrafting = computed(
    () => (draft.value !== null && !draft.value.restored) || (onPhone.value && expandedTools.value),
  )
  let beforeDraft = HALF
  watch(isDrafting, now => {
    if (now) beforeDraft = height.value
    else if (height.value > LOWEST) return
    height.value = now ? LOWEST : beforeDraft
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
