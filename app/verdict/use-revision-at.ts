import type { ComputedRef } from 'vue'

/**
 * The number of the newest revision of the evidence on the stage that existed at a given time. Undefined if
 * no revision existed then, or if the evidence has only one revision.
 */
export function useRevisionAt(time: () => string | null): ComputedRef<number | undefined> {
  const { artifact } = useSelection()
  return computed(() => {
    const [at, revisions] = [time(), artifact.value?.revisions ?? []]
    if (at === null || revisions.length < 2) return undefined
    const isThere = (completedAt: string | null) =>
      completedAt !== null && Date.parse(completedAt) <= Date.parse(at)
    return revisions.findLast(each => isThere(each.completedAt))?.index
  })
}
