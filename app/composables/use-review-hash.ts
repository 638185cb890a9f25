/** Keeps the address at what is shown, `#art_…` or `#thr_…`, and opens what an address points at. */
export function useReviewHash({ artifacts, artifact, threads, threadId, openHash }: ReturnType<typeof provideReview>) {
  const route = useRoute()
  onMounted(() => {
    watch([() => artifacts.value.length > 0, () => route.hash], ([ready]) => { if (ready) openHash(route.hash) }, { immediate: true })
    watch([() => artifact.value?.id, threadId], ([artifactId, thread]) => {
      const hash = threads.value.some(each => each.threadId === thread) ? thread : artifactId
      if (hash && `#${hash}` !== location.hash) history.replaceState(history.state, '', `#${hash}`)
    })
  })
}
