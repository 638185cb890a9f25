import { roundsOf } from '~/review-state/evidence-groups'
import { openTarget } from '~/review-page/open-target'
import { readAddress, writeAddress } from '~/review-page/review-address'

/**
 * Keeps the address in step with the page, so that it can be shared, and shows what an address names. Opening
 * a comparison, a contact sheet or a cell adds an entry to the browser's history. Closing a comparison or a
 * sheet goes back to the entry from which it was opened. Every other change replaces the entry.
 */
export function useReviewAddress(): void {
  const source = useReviewSource()
  const selection = useSelection()
  const { payload, threads, completedArtifacts, rounds } = source
  const isPartial = useIsPartial()
  const { artifact, revision, round, openThread, openArtifact, showRound } = selection
  const { thread } = useThreadSelection()
  const compare = useCompare()
  const compareHistory = useCompareHistory()
  const route = useRoute()
  const { path } = route
  /**
   * Whether the browser was told to go back to the entry from which a comparison was opened: it does so
   * later.
   */
  let isClosing = false

  function open() {
    // `location` instead of the router's route, which `replaceState` below does not change.
    const { pathname, search, hash } = location
    // The entry belongs to another page, which the router is about to open.
    if (pathname !== path) return
    const parsed = readAddress(Object.fromEntries(new URLSearchParams(search)), hash)
    const known = roundsOf(completedArtifacts.value, rounds.value)
    const asOf = known.find(each => each.number === parsed.round)?.number
    if (asOf !== round.value) showRound(asOf)
    openTarget({ source, selection }, parsed.target)
    const named = thread.value
    const implied = named ? undefined : artifact.value?.currentRevision
    const at = artifact.value?.revisions.find(
      each => each.index === parsed.revision && each.completedAt !== null,
    )
    openArtifact(artifact.value, at ?? implied ?? undefined)
    // A comment on the whole review belongs to no artifact: showing an artifact has deselected it.
    if (named?.artifactId === null) openThread(named)
    compareHistory.restore(parsed.compare, parsed.with)
  }

  /** Whether the address names a thread that is still being loaded. */
  const isAwaited = () =>
    isPartial.value &&
    location.hash.startsWith('#thr_') &&
    !threads.value.some(each => `#${each.threadId}` === location.hash)

  const isReady = () => payload.value !== undefined && !isAwaited()

  /**
   * Opens an address that the page does not show yet. After Back and Forward, `popstate` has opened the
   * address before the browser dispatches `hashchange` and the router reports its route. Opening it twice
   * would seek a video that continues after a comparison back to the moment of its comment.
   */
  function openOther() {
    if (address.value !== location.search + location.hash) open()
  }

  function onPopState() {
    if (!isClosing || location.pathname !== path) return open()
    isClosing = false
    // The person may have opened something else since: the page is newer than the entry.
    const before = location.search + location.hash
    if (address.value !== before) write(address.value, before)
  }

  function write(now: string, before: string) {
    if (isClosing) return
    const state = history.state as HistoryEntry | null
    const current = location.pathname + now
    const step = compareHistory.step.value
    compareHistory.step.value = null
    const trail = state?.trail ?? []
    const distance = trail.toReversed().indexOf(now) + 1
    if (step === 'closed' && distance > 0) {
      isClosing = true
      return history.go(-distance)
    }
    // The router writes `current` into the entry when it leaves the page.
    if (step !== 'opened') return history.replaceState({ ...state, current }, '', current)
    const back = location.pathname + location.search + location.hash
    history.replaceState({ ...state, forward: current }, '')
    const position = (state?.position ?? 0) + 1
    const next = { back, current, forward: null, position, replaced: false, trail: [...trail, before] }
    history.pushState(next, '', current)
  }

  const address = computed(() => {
    const named = thread.value
    const implied =
      named?.artifactId === artifact.value?.id ? named?.revision : artifact.value?.currentRevision?.index
    return writeAddress({
      target: named?.threadId ?? artifact.value?.id ?? null,
      revision: revision.value && revision.value.index !== implied ? revision.value.index : null,
      round: round.value ?? null,
      compare: compare.view.value,
      with: compare.partner.value?.revision.id ?? null,
    })
  })

  onMounted(() => {
    // Fires for an address that is entered into the open page, and for a link in a comment.
    window.addEventListener('hashchange', openOther)
    // Fires for Back and Forward, even to the address that the router takes for the current one.
    window.addEventListener('popstate', onPopState)
    watch(isReady, ready => ready && open(), { immediate: true })
    watch(
      () => route.fullPath,
      () => isReady() && openOther(),
    )
    watch(address, (now, before) => {
      if (isReady() && now !== location.search + location.hash) write(now, before)
    })
  })
  onBeforeUnmount(() => {
    window.removeEventListener('hashchange', openOther)
    window.removeEventListener('popstate', onPopState)
  })
}

/** An entry of the browser's history, as the router writes it (vue-router, `StateEntry`). */
interface HistoryEntry {
  position: number
  /** The query and hash of the entries before this one, each of which opened the next one. */
  trail?: string[]
}
