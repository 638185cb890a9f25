import type { Artifact } from '#shared/contract/artifact'

/** Milliseconds that somebody stays at a picture before its neighbours are fetched. */
const SETTLED = 600

/** Fetches the pictures before and after the shown one, so that going to them is instant. */
export function usePrefetch({ artifacts, artifact }: Pick<ReturnType<typeof useReview>, 'artifacts' | 'artifact'>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const fetched = new Set<string>()

  function fetchPicture(of: Artifact | undefined) {
    const revision = of?.currentRevision
    const address = of?.kind === 'image' ? revision?.embedUrl : revision?.posterUrl
    if (!address || fetched.has(address)) return
    fetched.add(address)
    new Image().src = address
  }

  onMounted(() => {
    watch(() => artifact.value?.id, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        const at = artifacts.value.findIndex(each => each.id === artifact.value?.id)
        fetchPicture(artifacts.value[at + 1])
        fetchPicture(artifacts.value[at - 1])
      }, SETTLED)
    }, { immediate: true })
  })
  onBeforeUnmount(() => clearTimeout(timer))
}
