import { anchorOf } from '#shared/annotation/shapes'
import { boxInPadded, paddedSize } from '#shared/difference/padded-size'
import type { ShownSide } from '~/compare/shown-side'
import { sideLabel } from '~/compare/side-names'
import type { SheetPlayback } from '~/video/use-sheet-playback'

/** The two compared images or videos, as a stage displays them. */
export function useComparedSides(isVideo: () => boolean, playback: SheetPlayback) {
  const { latestRevision } = useSelection()
  const { pair } = useCompare()
  const marksShown = useMarksShown()

  function sideOf(index: 0 | 1) {
    const image = useImage(() => (isVideo() ? null : (pair.value?.[index].revision.embedUrl ?? null)))
    const marked = useMarkedOn(
      () => pair.value?.[index],
      () => playback.seconds.value,
    )
    const side = computed<ShownSide>(() => {
      const side = pair.value?.[index]
      const other = pair.value?.[index === 0 ? 1 : 0]
      const { width, height } = side?.revision ?? {}
      return {
        evidence: side ?? null,
        src: isVideo() ? null : image.src.value,
        loading: !isVideo() && image.natural.value === null && !image.failed.value,
        size: (!isVideo() && image.natural.value) || { width: width ?? 0, height: height ?? 0 },
        label: side && other ? sideLabel(side, other, latestRevision.value) : '',
        address: side?.revision.embedUrl ?? null,
        video: side && isVideo() ? { revision: side.revision, playback } : null,
        mark: marksShown.value ? marked.opened.value : null,
        threads: marked.threads.value,
        pending: marked.pending.value,
      }
    })
    return { side, image }
  }
  const left = sideOf(0)
  const right = sideOf(1)
  const [before, after] = [left.side, right.side]
  /** The size that contains both images. */
  const padded = computed(() => paddedSize(before.value.size, after.value.size))
  return {
    before,
    after,
    padded,
    /**
     * The marks of the newer side of the comparison, or of the older side if the newer side has none. They
     * are in fractions of the padded size.
     */
    marks: computed(() => {
      const side = after.value.mark ? after.value : before.value
      return (side.mark ?? []).map(shape => {
        const { x, y } = anchorOf(shape)
        const box = boxInPadded({ x, y, width: 0, height: 0 }, side.size, padded.value)
        return { shape: { kind: 'point' as const, geometry: { x: box.x, y: box.y } } }
      })
    }),
    failed: computed(() => !isVideo() && (left.image.failed.value || right.image.failed.value)),
    /** Loads both images again. */
    retry() {
      left.image.retry()
      right.image.retry()
    },
  }
}
