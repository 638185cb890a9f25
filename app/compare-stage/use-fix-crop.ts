import type { Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import { clamp } from '#shared/annotation/fraction'
import {
  overlap,
  toFractions,
  toImageBox,
  union,
  type Box,
  type ImagePoint,
} from '#shared/annotation/projection'
import { boundsOfAll, outlineOf, shapesOf } from '#shared/annotation/shapes'
import { cropAround, cropImageStyle, densityOf, isReadable } from '~/compare/crop'
import { moveWay } from '~/compare-stage/move-way'
import { cardCrop } from '~/difference/card-width'
import { findChanges, isCompared, knownChanges } from '~/difference/known-changes'
import { movedSpot, type MovedSpot } from '~/difference/moved-spot'
import { text } from '~/text/thread'
import { placesOf, type Places } from '#shared/difference/changes'
import { sizeOf } from './carried-shapes'

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
 * least `minAspect`. If a mark is too large to be readable, the pictures show the first change inside of it.
 */
export function useFixCrop(
  fix: () => Fix,
  { width, aspect: usual, minAspect = usual }: { width: number; aspect: number; minAspect?: number },
) {
  const { artifacts, openThread } = useSelection()
  const { compareAt } = useCompare()
  const marked = computed(() => shapesOf(fix().thread))
  const box = computed(() => boundsOfAll(marked.value))
  const size = computed(() => (fix().before.width && fix().before.height ? sizeOf(fix().before) : null))
  const aspect = computed(() => {
    if (!box.value || !size.value || box.value.height === 0) return usual
    const marked = toImageBox(size.value, box.value)
    return marked.width === 0 ? usual : clamp(marked.width / marked.height, minAspect, usual)
  })
  const density = computed(() =>
    densityOf(size.value ?? { width: 0, height: 0 }, fix().before.viewport?.deviceScaleFactor),
  )
  const changes = computed(() => {
    const { before, after } = fix()
    return (before.embedUrl && after.embedUrl && knownChanges(before.embedUrl, after.embedUrl)) || []
  })
  /** The crop of the whole mark. */
  const whole = computed(
    () => box.value && size.value && cropAround(box.value, size.value, aspect.value, density.value),
  )
  /** The places of the first change inside of a mark that is too large for a readable crop. */
  const part = computed<Places | undefined>(() => {
    if (!box.value || !size.value || !whole.value) return undefined
    if (isReadable(whole.value, width, density.value)) return undefined
    const marked = toImageBox(size.value, box.value)
    return changes.value
      .map(each => {
        const { from, to } = placesOf(each) ?? { from: each, to: each }
        // Of a block that only one of the pictures has, both pictures show the same place.
        const isMoved = each.moved ?? each.within
        return isMoved ? { from, to } : { from, to: from }
      })
      .find(({ from: { x, y, width, height } }) =>
        overlap({ x: x + width / 2, y: y + height / 2, width: 0, height: 0 }, marked),
      )
  })
  const crop = computed(() =>
    part.value && size.value
      ? cardCrop(part.value.from, size.value, { width, height: width / aspect.value }, density.value)
      : whole.value,
  )
  /** The shown spot of the older picture, in image pixels: the mark, or the change inside of it. */
  const spot = computed(
    () => part.value?.from ?? (box.value && size.value && toImageBox(size.value, box.value)),
  )
  /** Whether it is not known yet where the newer picture has the content of the spot. */
  const isPending = computed(() => {
    const { thread, before, after } = fix()
    // The server has compared the spot itself with the latest revision.
    if (thread.markChanged === false || !before.embedUrl || !after.embedUrl) return false
    return !isCompared(before.embedUrl, after.embedUrl)
  })
  const moved = computed<MovedSpot>(() => {
    if (part.value) {
      const { from, to } = part.value
      return { dx: to.x - from.x, dy: to.y - from.y }
    }
    return spot.value ? movedSpot(changes.value, spot.value, sizeOf(fix().after)) : { dx: 0, dy: 0 }
  })
  /**
   * The crop of the newer picture, moved together with the content of the spot. The outlines thus have the
   * same position in both crops.
   */
  const movedCrop = computed(() => {
    const { dx, dy } = moved.value === 'removed' ? { dx: 0, dy: 0 } : moved.value
    return crop.value && { ...crop.value, x: crop.value.x + dx, y: crop.value.y + dy }
  })
  /** The outlines of the shapes in image pixels. They are drawn over both images. */
  const outlines = computed(() => {
    const [image, shown] = [size.value, crop.value]
    if (!image || !shown) return []
    // The rings of points and the heads of arrows are drawn at half of their usual size, because the crop is
    // small.
    const scale = (2 * width) / shown.width
    return marked.value.map(shape => outlineOf(shape, image, scale).map(toPoints))
  })
  const pictures = computed<FixPicture[]>(() => {
    const [{ before, after }, from, to] = [fix(), crop.value, movedCrop.value]
    if (!from || !to) return []
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
      if (!spot.value || !crop.value) return 50
      const { x, width } = spot.value
      return (100 * (x + width / 2 - crop.value.x)) / crop.value.width
    }),
    /** Whether the spot is so narrow that a divider in its middle would hide what the fix changed. */
    isNarrow: computed(
      () => spot.value !== null && crop.value !== null && spot.value.width <= MAX_NARROW * crop.value.width,
    ),
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
      const { dx, dy } = moved.value === 'removed' ? { dx: 0, dy: 0 } : moved.value
      const both = union({ x, y, width, height }, { x: x + dx, y: y + dy, width, height })
      compareAt({ artifact, revision: after }, before, toFractions(image, both))
    },
  }
}

const toPoints = (line: readonly ImagePoint[]) => line.map(({ x, y }) => `${x},${y}`).join(' ')
