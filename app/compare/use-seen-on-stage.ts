import { isAccepted } from './use-accepted'

/** Milliseconds that a revision must be on the stage to count as seen. */
const DWELL_MS = 1000

/** Records the revision on the stage, or both compared revisions, as seen after {@link DWELL_MS}. */
export function useSeenOnStage() {
  const { markSeen } = useReadState()
  const { revision } = useSelection()
  const { pair } = useCompare()
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    () => {
      const shown = revision.value ? [revision.value] : []
      const compared = pair.value ? pair.value.map(each => each.revision) : shown
      return compared.flatMap(each => (isAccepted(each) ? [] : each.id))
    },
    (ids, before) => {
      if (import.meta.server || ids.join() === before?.join()) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        markSeen(ids)
      }, DWELL_MS)
    },
    { immediate: true },
  )
  onScopeDispose(() => clearTimeout(timer))
}
