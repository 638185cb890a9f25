import type { ComputedRef, Ref } from 'vue'

/** The multiple selection in a list. */
export interface ListChoice<T> {
  /** The selected entries of the list; null while selecting is switched off. */
  readonly chosen: ComputedRef<T[] | null>
  /** Switches selecting on or off. */
  selectSeveral: (on: boolean) => void
  /** Adds entries to the selection, or removes them from it. */
  choose: (entries: readonly T[], on: boolean) => void
  /**
   * Selects or deselects one entry. With `extend`, does the same for all entries between it and the entry
   * that was toggled before.
   */
  toggle: (entry: T, on: boolean, extend: boolean) => void
}

/** Lets a person select several of the listed entries. */
export function useChoice<T>(listed: Readonly<Ref<T[]>>, idOf: (entry: T) => string): ListChoice<T> {
  const chosenIds = ref<Set<string> | null>(null)
  /** The entry that was toggled last. */
  let lastId: string | undefined

  function choose(entries: readonly T[], on: boolean) {
    const ids = chosenIds.value
    for (const entry of entries)
      if (on) ids?.add(idOf(entry))
      else ids?.delete(idOf(entry))
  }

  return {
    chosen: computed(() => {
      const ids = chosenIds.value
      return ids && listed.value.filter(each => ids.has(idOf(each)))
    }),
    selectSeveral(on) {
      chosenIds.value = on ? new Set() : null
      lastId = undefined
    },
    choose,
    toggle(entry, on, extend) {
      const indexOf = (id: string) => listed.value.findIndex(each => idOf(each) === id)
      const [from, to] = [
        indexOf(extend && lastId !== undefined ? lastId : idOf(entry)),
        indexOf(idOf(entry)),
      ]
      lastId = idOf(entry)
      if (from < 0) return choose([entry], on)
      choose(listed.value.slice(Math.min(from, to), Math.max(from, to) + 1), on)
    },
  }
}
