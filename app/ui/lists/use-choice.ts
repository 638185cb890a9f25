import type { ComputedRef, Ref } from 'vue'

/** Entries of a list that are selected together. */
export interface ListChoice<T> {
  /** The selected entries that are listed; null while none can be selected. */
  readonly chosen: ComputedRef<T[] | null>
  /** Starts or ends selecting entries. */
  selectSeveral: (on: boolean) => void
  /** Selects entries in addition to others, or deselects them. */
  choose: (entries: readonly T[], on: boolean) => void
  /** Selects or deselects one entry; `extend`: together with the entries between it and the previous one. */
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
