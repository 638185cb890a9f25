import { isSheet } from '~/compare/pair'
import { readAddress, writeAddress } from '~/review/review-address'

/**
 * Updates the address with what is shown, so that it can be shared, and shows what an address names. Opening
 * a comparison adds an entry to the browser's history, which closing it goes back from; so does opening
 * evidence from a contact sheet. Everything else replaces the entry.
 */
export function useReviewAddress(): void {
  const { payload } = useReviewSource()
  const { artifact, revision, thread, openTarget, openArtifact } = useSelection()
  const compare = useCompare()
  const route = useRoute()
  /** Whether the entry of the browser's history shows a comparison. */
  let isComparing = false

  const { path } = route

  function open() {
    // Not the router's route: `replaceState` below does not change it.
    const { pathname, search, hash } = location
    // Back to another page, which the router is about to open.
    if (pathname !== path) return
    const parsed = readAddress(Object.fromEntries(new URLSearchParams(search)), hash)
    openTarget(parsed.target)
    const implied = thread.value ? undefined : artifact.value?.currentRevision
    const at = artifact.value?.revisions.find(
      each => each.index === parsed.revision && each.completedAt !== null,
    )
    openArtifact(artifact.value, at ?? implied ?? undefined)
    compare.restore(parsed.compare, parsed.with)
    isComparing = compare.isChosen.value
  }

  function write(now: string, before: string) {
    const state = history.state as HistoryEntry | null
    const current = location.pathname + now
    const opens = compare.isChosen.value && !isComparing
    const closes = !compare.isChosen.value && isComparing
    isComparing = compare.isChosen.value
    if (closes && state?.openedFrom === now) return history.back()
    // What is opened from a contact sheet has an entry of its own.
    const leavesSheet = closes && isSheet(compareOf(location.search))
    // The router writes `current` into the entry when it leaves the page.
    if (!opens && !leavesSheet) return history.replaceState({ ...state, current }, '', current)
    const back = location.pathname + location.search + location.hash
    history.replaceState({ ...state, forward: current }, '')
    const position = (state?.position ?? 0) + 1
    const next = { back, current, forward: null, position, replaced: false, openedFrom: before }
    history.pushState(next, '', current)
  }

  const address = computed(() => {
    const named = thread.value
    const implied =
      named?.artifactId === artifact.value?.id ? named?.revision : artifact.value?.currentRevision?.index
    return writeAddress({
      target: named?.threadId ?? artifact.value?.id ?? null,
      revision: revision.value && revision.value.index !== implied ? revision.value.index : null,
      compare: compare.view.value,
      with: compare.partner.value?.revision.id ?? null,
    })
  })

  onMounted(() => {
    // Fires for an address that is entered into the open page, and for a link in a comment.
    window.addEventListener('hashchange', open)
    // Fires for Back and Forward, also to the address that the router believes to be at.
    window.addEventListener('popstate', open)
    watch(
      [() => payload.value !== undefined, () => route.fullPath],
      ([ready]) => {
        if (ready) open()
      },
      { immediate: true },
    )
    watch(address, (now, before) => {
      if (payload.value && now !== location.search + location.hash) write(now, before)
    })
  })
  onBeforeUnmount(() => {
    window.removeEventListener('hashchange', open)
    window.removeEventListener('popstate', open)
  })
}

/** An entry of the browser's history, as the router writes it (vue-router, `StateEntry`). */
interface HistoryEntry {
  position: number
  /** The query and hash of the review before a comparison was opened, or a contact sheet left. */
  openedFrom?: string
}

const compareOf = (search: string) =>
  readAddress({ compare: new URLSearchParams(search).get('compare') }, '').compare
