import type { Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import { toFractions, toImageBox, union, type Box, type ImagePoint } from '#shared/annotation/projection'
import { boundsOfAll, outlineOf, shapesOf } from '#shared/annotation/shapes'
import { sizeOf } from '~/compare-stage/carried-shapes'
import { moveWay } from '~/compare-stage/move-way'
import { findChanges, isCompared, knownChanges } from '~/difference/known-changes'
import { text } from '~/text/thread'
import { cropImageStyle } from './crop'
import { fixAspect, fixCrop, isRecognizable, NOT_MOVED } from './fix-crop'

/** A mark is narrow if its width is at most this fraction of the width of its crop. */
const MAX_NARROW = 1 / 3

/** One of the two pictures of a fixed spot. */
export interface FixPicture {
  id: string
  address: string | undefined
  label: string
  /** `r2` */
  short: string
  /** Whether the place of the spot in this picture is not known yet. The picture is then not shown. */
  isPending: boolean
  /**
   * The CSS that places the whole image relative to the crop: its size and its offset, in percent of the
   * crop.
   */
  style: Record<'width' | 'height' | 'left' | 'top', string>
  /**
   * The outlines of the shapes. Each outline consists of lines, given as points of an SVG in image pixels of
   * the crop. Empty if the newer picture does not have the content of the spot, or its place is not known.
   */
  outlines: readonly string[][]
}

/** A fixed comment, with the revision that was commented on and the revision that shows the fix. */
interface Fix {
  thread: Thread
  before: Revision
  after: Revision
}

/**
 * The marked spot of an addressed comment in both revisions. The crop of the newer revision follows the
 * content of the spot if it has moved. It is pending until the difference of the two pictures is known: see
 * `find`. All crops and marks of a page share this difference. `width` is the width of a picture in CSS
 * pixels, `aspect` its width divided by its height. A high mark has a higher picture, whose aspect is at
 * least `minAspect`; `fixedAspect` overrides both. If a mark is too large to be readable, the pictures show
 * the largest change inside of it.
 */
export function useFixCrop(
  fix: () => Fix,
  {
    width,
    aspect: usual,
    minAspect = usual,
    fixedAspect,
  }: { width: number; aspect: number; minAspect?: number; fixedAspect?: () => number | undefined },
) {
  const { artifacts, openThread } = useSelection()
  const { compareAt } = useCompare()
  const marked = computed(() => shapesOf(fix().thread))
  const box = computed(() => boundsOfAll(marked.value))
  const size = computed(() => (fix().before.width && fix().before.height ? sizeOf(fix().before) : null))
  const aspect = computed(
    () =>
      fixedAspect?.() ??
      (box.value && size.value ? fixAspect(box.value, size.value, { usual, minAspect }) : usual),
  )
  const changes = computed(() => {
    const { before, after } = fix()
    return (before.embedUrl && after.embedUrl && knownChanges(before.embedUrl, after.embedUrl)) || []
  })
  const shown = computed(() =>
    box.value && size.value
      ? fixCrop({
          mark: box.value,
          image: size.value,
          newer: sizeOf(fix().after),
          changes: changes.value,
          shown: { width, height: width / aspect.value },
          density: fix().before.viewport?.deviceScaleFactor,
        })
      : null,
  )
  const crop = computed(() => shown.value?.crop ?? null)
  const isPart = computed(() => shown.value?.isPart ?? false)
  const moved = computed(() => shown.value?.moved ?? NOT_MOVED)
  /** Whether it is not known yet where the newer picture has the content of the spot. */
  const isPending = computed(() => {
    const { thread, before, after } = fix()
    // The server has compared the spot itself with the latest revision.
    if (thread.markChanged === false || !before.embedUrl || !after.embedUrl) return false
    return !isCompared(before.embedUrl, after.embedUrl)
  })
  /** The outlines of the shapes in image pixels. They are drawn over both images. */
  const outlines = computed(() => {
    const [image, part] = [size.value, crop.value]
    if (!image || !part) return []
    // The rings of points and the heads of arrows are drawn at half of their usual size, because the crop is
    // small.
    const scale = (2 * width) / part.width
    return marked.value
      .filter(shape => {
        const bounds = boundsOfAll([shape])
        return !isPart.value || (bounds && isRecognizable(toImageBox(image, bounds), part))
      })
      .map(shape => outlineOf(shape, image, scale).map(toPoints))
  })
  const pictures = computed<FixPicture[]>(() => {
    const { before, after } = fix()
    if (!shown.value) return []
    const { crop: from, movedCrop: to } = shown.value
    const isMarked = moved.value !== 'removed' && !isPending.value
    return [
      {
        ...{ revision: before, label: text.fix.before(before.index), isPending: false },
        ...{ shown: from, outlines: outlines.value },
      },
      {
        ...{ revision: after, label: labelOf(after), isPending: isPending.value },
        ...{ shown: to, outlines: isMarked ? outlines.value : [] },
      },
    ].map(({ revision, label, isPending, shown, outlines }) => ({
      id: revision.id,
      address: revision.embedUrl ?? undefined,
      label,
      short: `r${revision.index}`,
      isPending,
      style: styleOf(shown, revision),
      outlines,
    }))
  })
  function labelOf({ index, viewport }: Revision): string {
    if (isPending.value) return `r${index}`
    if (moved.value === 'removed') return text.fix.gone(index)
    const { dx, dy } = moved.value
    if (dx === 0 && dy === 0) return text.fix.now(index)
    return text.fix.moved(index, moveWay({ x: dx, y: dy }, viewport?.deviceScaleFactor))
  }
  function styleOf(shown: Box, revision: Revision): FixPicture['style'] {
    const image = cropImageStyle(shown, sizeOf(revision), width)
    // The values are in percent, because a narrow page shows the crop smaller than `width`.
    return {
      width: `${(image.width / width) * 100}%`,
      height: `${(image.height / width) * aspect.value * 100}%`,
      left: `${(image.left / width) * 100}%`,
      top: `${(image.top / width) * aspect.value * 100}%`,
    }
  }
  return {
    crop,
    aspect,
    pictures,
    /** The distance of the spot's middle from the crop's left edge, in percent of the crop's width. */
    middle: computed(() => {
      if (!shown.value) return 50
      const { spot, crop } = shown.value
      return (100 * (spot.x + spot.width / 2 - crop.x)) / crop.width
    }),
    /** Whether the spot is so narrow that a divider in its middle would hide what the fix changed. */
    isNarrow: computed(
      () => shown.value !== null && shown.value.spot.width <= MAX_NARROW * shown.value.crop.width,
    ),
    isPending,
    isPart,
    label: computed(() => text.fix.compare(fix().before.index, fix().after.index)),
    /** Computes how far the content of the spot moved. Call this when the pictures are in view. */
    find() {
      const { before, after } = fix()
      if (before.embedUrl && after.embedUrl) findChanges(before.embedUrl, after.embedUrl)
    },
    /** Opens a comparison of the two revisions at the spot. */
    open() {
      const { thread, before, after } = fix()
      const artifact = artifacts.value.find(each => each.id === thread.artifactId)
      const image = size.value
      if (!artifact || !box.value || !image) return
      openThread(thread)
      const { x, y, width, height } = toImageBox(image, box.value)
      const { dx, dy } = moved.value === 'removed' ? NOT_MOVED : moved.value
      const both = union({ x, y, width, height }, { x: x + dx, y: y + dy, width, height })
      compareAt({ artifact, revision: after }, before, toFractions(image, both))
    },
  }
}

const toPoints = (line: readonly ImagePoint[]) => line.map(({ x, y }) => `${x},${y}`).join(' ')
