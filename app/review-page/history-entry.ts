/**
 * An entry of the browser's history, as the router writes it (`StateEntry` of vue-router 5, which has no type
 * for it). This file writes entries by itself, because the router adds one only when it also navigates, which
 * calls guards, middleware and the scroll behavior. After an update of the router, compare the fields with
 * its `push`, and run tests/e2e/stage/contact-sheet.spec.ts. Use the router's function when it can add an
 * entry without navigating.
 */
interface HistoryEntry {
  position: number
  /** The query and the hash of each earlier history entry from which the next entry was opened. */
  trail?: string[]
}

const currentEntry = () => history.state as HistoryEntry | null

/**
 * Replaces the query and the hash of the current history entry. Also updates `current`, because the router
 * writes `current` into the history entry when it leaves the page.
 */
export function replaceEntry(now: string): void {
  const current = location.pathname + now
  history.replaceState({ ...currentEntry(), current }, '', current)
}

/** Adds a history entry with a query and a hash. `before`: those of the entry from which it is opened. */
export function addEntry(now: string, before: string): void {
  const state = currentEntry()
  const current = location.pathname + now
  const back = location.pathname + location.search + location.hash
  history.replaceState({ ...state, forward: current }, '')
  const position = (state?.position ?? 0) + 1
  const trail = [...(state?.trail ?? []), before]
  history.pushState({ back, current, forward: null, position, replaced: false, trail }, '', current)
}

/**
 * Goes back to the latest history entry with a query and a hash from which an entry was opened. The browser
 * goes back asynchronously. Returns false if there is no such entry.
 */
export function goBackTo(now: string): boolean {
  const distance = (currentEntry()?.trail ?? []).toReversed().indexOf(now) + 1
  if (distance > 0) history.go(-distance)
  return distance > 0
}
