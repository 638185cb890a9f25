import { readAddress, writeAddress } from '~/review/review-address'

/** Updates the address with what is shown, so that it can be shared, and shows what an address names. */
export function useReviewAddress(): void {
  const { payload } = useReviewSource()
  const { artifact, revision, thread, openTarget, openArtifact } = useSelection()
  const compare = useCompare()
  const route = useRoute()

  function open() {
    // Not the router's route: `replaceState` below does not change it.
    const { search, hash } = location
    const parsed = readAddress(Object.fromEntries(new URLSearchParams(search)), hash)
    openTarget(parsed.target)
    const at = artifact.value?.revisions.find(
      each => each.index === parsed.revision && each.completedAt !== null,
    )
    if (at) openArtifact(artifact.value, at)
    compare.restore(parsed.compare, parsed.with)
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
    watch(
      [() => payload.value !== undefined, () => route.fullPath],
      ([ready]) => {
        if (ready) open()
      },
      { immediate: true },
    )
    watch(address, now => {
      if (!payload.value || now === location.search + location.hash) return
      const current = location.pathname + now
      // The router writes `current` into the entry when it leaves the page.
      history.replaceState({ ...history.state, current }, '', current)
    })
  })
  onBeforeUnmount(() => window.removeEventListener('hashchange', open))
}
