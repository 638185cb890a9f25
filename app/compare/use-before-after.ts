import { compareModes, modesOf, type CompareMode } from '~/compare/pair'
import { earlierRevisionId } from '~/evidence/earlier-picture'
import { isHandheld } from '~/ui/elements/use-media-query'
import { deviceStorage } from '~/ui/page/device-storage'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { ComputedRef, WritableComputedRef } from 'vue'

/** The name under which this device stores the compare mode. */
const MODE_KEY = 'compare-mode'
/** The mode if this device stores none. It shows both states of each change, and how much has changed. */
const DEFAULT_MODE: CompareMode = 'side-by-side'
/** The mode that replaces {@link DEFAULT_MODE} on a phone, whose screen is too small for two pictures. */
const PHONE_MODE: CompareMode = 'swipe'

/**
 * The comparison that opens by itself with the evidence. It compares the evidence with the state before the
 * change, or else with the accepted revision.
 */
export interface BeforeAfter {
  /**
   * The mode that was used last on this device, if it exists for the kind of evidence on the stage. On a
   * phone, it is never side by side for images.
   */
  readonly mode: WritableComputedRef<CompareMode>
  /** Whether the evidence on the stage was opened as a comparison. */
  readonly isOpen: ComputedRef<boolean>
  /**
   * Opens the comparison for the evidence on the stage, or closes the comparison of other evidence. Returns
   * the id of the earlier revision. Returns undefined if the evidence is shown without a comparison: because
   * there is no earlier revision, because another revision or a comment is opened, or because `stop` was
   * called for this evidence.
   */
  open: () => string | undefined
  close: () => void
  /** Closes the comparison. It does not open by itself again for this evidence until the page is closed. */
  stop: () => void
}

/** Creates the state of the comparison that opens by itself. */
export function useBeforeAfter({
  selection: { artifact, revision },
  selected: { thread },
}: Pick<ReviewState, 'selection' | 'selected'>): BeforeAfter {
  const usedMode = ref(storedMode())
  const openedId = ref<string>()
  const stoppedIds = new Set<string>()

  function open() {
    openedId.value = undefined
    const shown = artifact.value
    if (!shown || stoppedIds.has(shown.id) || thread.value?.artifactId === shown.id) return undefined
    // Opens nothing during server rendering: the server does not know the size of the window, on which the
    // mode depends.
    if (import.meta.server || revision.value?.id !== shown.currentRevision?.id) return undefined
    const before = earlierRevisionId(shown)
    if (before) openedId.value = shown.id
    return before
  }
  function close() {
    openedId.value = undefined
  }
  return {
    mode: computed({
      get() {
        const modes = modesOf(artifact.value?.kind ?? 'image')
        const used = modes.includes(usedMode.value) ? usedMode.value : DEFAULT_MODE
        const isPicture = artifact.value?.kind === 'image'
        return used === DEFAULT_MODE && isPicture && isHandheld() ? PHONE_MODE : used
      },
      set(now) {
        usedMode.value = now
        deviceStorage.write(MODE_KEY, now)
      },
    }),
    isOpen: computed(() => openedId.value !== undefined && openedId.value === artifact.value?.id),
    open,
    close,
    stop() {
      if (artifact.value) stoppedIds.add(artifact.value.id)
      close()
    },
  }
}

/** Returns the mode that this device stores. It may store any text. */
function storedMode(): CompareMode {
  const stored = import.meta.server ? null : deviceStorage.read(MODE_KEY)
  return compareModes.find(each => each === stored) ?? DEFAULT_MODE
}
