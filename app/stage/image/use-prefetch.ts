import { earlierPicture, stillOf } from '~/evidence/earlier-picture'
import { knownSize, thumbnailUrl, fetchImage } from '~/stage/image/use-image'
import type { Artifact, Revision } from '#shared/contract/artifact'

/** Milliseconds that an image must stay on the stage before its neighbors are fetched. */
const DELAY_MS = 600

const imageOf = (of: Artifact | undefined, revision: Revision | null | undefined = of?.currentRevision) =>
  of && revision && stillOf(of, revision)

/** Returns the images that the stage shows when evidence is opened. */
function imagesOf(of: Artifact | undefined) {
  return [imageOf(of), of && earlierPicture(of)?.address]
}

/**
 * Prefetches the previous and the next revision, and the previous and the next evidence, so that a key press
 * shows them without delay.
 */
export function usePrefetch(): void {
  const { artifacts, artifact, revisions, revision } = useSelection()
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: string[] = []

  const neighbors = computed(() => {
    const at = artifacts.value.findIndex(each => each.id === artifact.value?.id)
    const here = revisions.value.findIndex(each => each.id === revision.value?.id)
    return [
      ...[revisions.value[here - 1], revisions.value[here + 1]].map(
        each => each && imageOf(artifact.value, each),
      ),
      ...[artifacts.value[at + 1], artifacts.value[at - 1]].flatMap(imagesOf),
    ].filter(each => typeof each === 'string')
  })
  /** Whether the image on the stage is loaded. Its neighbors are fetched only after that. */
  const isStageLoaded = computed(
    () => artifact.value?.kind !== 'image' || knownSize(revision.value?.embedUrl) !== undefined,
  )

  async function fetchNeighbors() {
    const addresses = pending
    const missing = (all: string[]) => all.filter(each => !knownSize(each))
    // Failures are ignored, because the stage loads the image again when it is opened.
    await Promise.allSettled(missing(addresses.map(thumbnailUrl)).map(each => fetchImage(each, 'low')))
    for (const each of missing(addresses))
      if (addresses === pending) await fetchImage(each, 'low').catch(() => {})
  }

  onMounted(() => {
    watch(
      () => (isStageLoaded.value ? neighbors.value.join(' ') : ''),
      list => {
        clearTimeout(timer)
        pending = list === '' ? [] : list.split(' ')
        if (pending.length > 0)
          timer = setTimeout(() => requestIdleCallback(() => void fetchNeighbors()), DELAY_MS)
      },
      { immediate: true },
    )
  })
  onBeforeUnmount(() => {
    clearTimeout(timer)
    pending = []
  })
}
