import { roundsOf } from '~/review-state/evidence-groups'
import { openedRevision } from '~/review-state/fix-revisions'
import { FIXES } from '~/review-state/review-path'
import { addEntry, goBackTo, replaceEntry } from '~/review-page/history-entry'
import { openTarget } from '~/review-page/open-target'
import { readAddress, writeAddress } from '~/review-page/review-address'

/**
 * Synchronizes the page with its URL, so that the URL can be shared: updates the URL when the page shows
 * something else, and opens the content that a new URL refers to. Opening a comparison, a contact sheet or a
 * cell adds an entry to the browser's history. Closing a comparison or a contact sheet goes back to the
 * history entry from which it was opened. Every other change replaces the current history entry.
 */
export function useReviewAddress(): void {
  const source = useReviewSource()
  const selection = useSelection()
  const { payload, threads, isPartial, completedArtifacts, rounds } = source
  const { artifact, revision, round, openThread, openArtifact, showRound } = selection
  const { thread } = useThreadSelection()
  const compare = useCompare()
  const compareHistory = useCompareHistory()
  const route = useRoute()
  const { path } = route
  /**
   * Whether the page has requested to go back to the history entry from which a comparison was opened. The
   * browser goes back asynchronously.
   */
  let isClosing = false

  function open() {
    // Uses `location`, because `replaceEntry` does not change the route of the router.
    const { pathname, search, hash } = location
    // Does nothing if the URL belongs to another page, which the router is about to open.
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
    // Selects a comment on the whole review again: it belongs to no artifact, so showing an artifact has
    // deselected it.
    if (named?.artifactId === null) openThread(named)
    compareHistory.restore(parsed.compare, parsed.with, named !== undefined || parsed.revision !== null)
    // When the first fix is opened, the URL gets the id of the fix, so that it can be shared. On a
    // server-rendered page, the fix is selected already.
    if (hash === `#${FIXES}`) write(address.value, search + hash)
  }

  /** Whether the URL contains the id of a thread that is still being loaded, or asks for the first fix. */
  const isAwaited = () =>
    isPartial.value &&
    (location.hash === `#${FIXES}` ||
      (location.hash.startsWith('#thr_') &&
        !threads.value.some(each => `#${each.threadId}` === location.hash)))

  const isReady = () => payload.value !== undefined && !isAwaited()

  /**
   * Opens a URL that the page does not show yet. After Back and Forward, `popstate` has opened the URL before
   * the browser dispatches `hashchange` and the router reports its route. If the URL were opened twice, a
   * video that continues after a comparison would seek back to the time of its comment.
   */
  function openOther() {
    if (address.value !== location.search + location.hash) open()
  }

  function onPopState() {
    if (!isClosing || location.pathname !== path) return open()
    isClosing = false
    // Updates the URL if the person has opened something else while the browser went back.
    const before = location.search + location.hash
    if (address.value !== before) write(address.value, before)
  }

  function write(now: string, before: string) {
    if (isClosing) return
    const step = compareHistory.step.value
    compareHistory.step.value = null
    if (step === 'closed' && goBackTo(now)) isClosing = true
    else if (step === 'opened') addEntry(now, before)
    else replaceEntry(now)
  }

  const address = computed(() => {
    const named = thread.value
    const implied =
      named && artifact.value && named.artifactId === artifact.value.id
        ? openedRevision(named, [artifact.value])?.index
        : artifact.value?.currentRevision?.index
    return writeAddress({
      target: named?.threadId ?? artifact.value?.id ?? null,
      revision: revision.value && revision.value.index !== implied ? revision.value.index : null,
      round: round.value ?? null,
      compare: compareHistory.urlView.value,
      with: compare.partner.value?.revision.id ?? null,
    })
  })

  onMounted(() => {
    // Dispatched when a URL with another hash is entered, and when a link in a comment is opened.
    window.addEventListener('hashchange', openOther)
    // Dispatched for Back and Forward, even if the router already has the new URL as its current route.
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
