import { knownSize, thumbOf, fetchPicture } from '~/stage/use-image'
import type { Artifact, Revision } from '#shared/contract/artifact'

/** Milliseconds that somebody stays at a picture before its neighbours are fetched. */
const SETTLED = 600

const pictureOf = (of: Artifact | undefined, revision: Revision | null | undefined = of?.currentRevision) =>
  of?.kind === 'image' ? revision?.embedUrl : revision?.posterUrl

/**
 * Fetches what is one key away, so that going there is instant: the revisions and the evidence before and
 * after.
 */
export function usePrefetch(): void {
  const { artifacts, artifact, revisions, revision } = useSelection()
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted: string[] = []

  const neighbours = computed(() => {
    const at = artifacts.value.findIndex(each => each.id === artifact.value?.id)
    const here = revisions.value.findIndex(each => each.id === revision.value?.id)
    return [
      ...[revisions.value[here - 1], revisions.value[here + 1]].map(
        each => each && pictureOf(artifact.value, each),
      ),
      ...[artifacts.value[at + 1], artifacts.value[at - 1]].map(each => pictureOf(each)),
    ].filter(each => typeof each === 'string')
  })
  /** What is looked at comes first. */
  const rests = computed(
    () => artifact.value?.kind !== 'image' || knownSize(revision.value?.embedUrl) !== undefined,
  )

  async function fetchNeighbours() {
    const these = wanted
    const missing = (addresses: string[]) => addresses.filter(each => !knownSize(each))
    // What cannot be had now is asked for again where it is shown.
    await Promise.allSettled(missing(these.map(thumbOf)).map(each => fetchPicture(each, 'low')))
    for (const each of missing(these)) if (these === wanted) await fetchPicture(each, 'low').catch(() => {})
  }

  onMounted(() => {
    watch(
      () => (rests.value ? neighbours.value.join(' ') : ''),
      list => {
        clearTimeout(timer)
        wanted = list === '' ? [] : list.split(' ')
        if (wanted.length > 0)
          timer = setTimeout(() => requestIdleCallback(() => void fetchNeighbours()), SETTLED)
      },
      { immediate: true },
    )
  })
  onBeforeUnmount(() => {
    clearTimeout(timer)
    wanted = []
  })
}
