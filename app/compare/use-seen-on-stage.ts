/** Milliseconds that a revision must be on the stage to count as seen. */
const DWELL_MS = 1000

/**
 * Records revisions as seen after they were on the stage for a while: the shown one, or both compared ones.
 */
export function useSeenOnStage() {
  const { markSeen } = useReadState()
  const { revision } = useSelection()
  const { pair } = useCompare()
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(
    () => (pair.value ? pair.value.map(each => each.revision.id) : revision.value ? [revision.value.id] : []),
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
