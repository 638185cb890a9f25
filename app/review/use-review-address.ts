import type { provideReview } from '~/review/use-review'
import { readAddress, writeAddress } from '~/review/review-address'

/** Keeps the address at what is shown, so that it can be handed on, and opens what an address points at. */
export function useReviewAddress(review: ReturnType<typeof provideReview>) {
  const { payload, artifact, revision, threads, threadId, openHash, openArtifact } = review
  const compare = useCompare(review)
  const route = useRoute()

  function open() {
    // Not the router's: it knows nothing of what `replaceState` below has written.
    const { search, hash } = location
    const wanted = readAddress(Object.fromEntries(new URLSearchParams(search)), hash)
    openHash(hash)
    const at = artifact.value?.revisions.find(
      each => each.index === wanted.revision && each.completedAt !== null,
    )
    if (at) openArtifact(artifact.value, at)
    compare.restore(wanted.compare, wanted.with)
  }

  const address = computed(() => {
    const named = threads.value.find(each => each.threadId === threadId.value)
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
    // An address that is pasted, or followed from a note's text, into the open page.
    window.addEventListener('hashchange', open)
    watch(
      [() => payload.value !== undefined, () => route.fullPath],
      ([ready]) => {
        if (ready) open()
      },
      { immediate: true },
    )
    watch(address, now => {
      if (payload.value && now !== location.search + location.hash)
        history.replaceState(history.state, '', location.pathname + now)
    })
  })
  onBeforeUnmount(() => window.removeEventListener('hashchange', open))
}
