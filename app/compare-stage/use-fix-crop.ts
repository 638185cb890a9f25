import type { Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import type { Box, ImagePoint } from '#shared/annotation/projection'
import { boundsOfAll, outlineOf, shapesOf } from '#shared/annotation/shapes'
import { cropAround, cropImageStyle } from '~/compare/crop'
import { text } from '~/text/thread'

/** One of the two pictures of a fixed spot. */
export interface FixPicture {
  id: string
  address: string | undefined
  label: string
  /** `r2` */
  short: string
  /** The size and the offset of the whole image, in percent of the crop. */
  style: Record<'width' | 'height' | 'left' | 'top', string>
}

/** A fixed comment, with the revision that was commented on and the revision that shows the fix. */
interface Fix {
  thread: Thread
  before: Revision
  after: Revision
}

/**
 * The marked spot of an addressed comment in both revisions. `width` is the width of a picture in CSS pixels,
 * `aspect` its width divided by its height.
 */
export function useFixCrop(fix: () => Fix, { width, aspect }: { width: number; aspect: number }) {
  const { artifacts, openThread } = useSelection()
  const { compareAt } = useCompare()
  const marked = computed(() => shapesOf(fix().thread))
  const box = computed(() => boundsOfAll(marked.value))
  const sizeOf = ({ width, height }: Revision) => ({ width: width ?? 0, height: height ?? 0 })
  const size = computed(() => (fix().before.width && fix().before.height ? sizeOf(fix().before) : null))
  const crop = computed(
    () =>
      box.value &&
      size.value &&
      cropAround(box.value, size.value, aspect, fix().before.viewport?.deviceScaleFactor),
  )
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
    const [shown, { before, after }] = [crop.value, fix()]
    if (!shown) return []
    return [
      { revision: before, label: text.fix.before(before.index) },
      { revision: after, label: text.fix.now(after.index) },
    ].map(({ revision, label }) => ({
      id: revision.id,
      address: revision.embedUrl ?? undefined,
      label,
      short: `r${revision.index}`,
      style: styleOf(shown, revision),
    }))
  })
  function styleOf(shown: Box, revision: Revision): FixPicture['style'] {
    const image = cropImageStyle(shown, sizeOf(revision), width)
    // The values are in percent, because a narrow page shows the crop smaller than `width`.
    return {
      width: `${(image.width / width) * 100}%`,
      height: `${(image.height / width) * aspect * 100}%`,
      left: `${(image.left / width) * 100}%`,
      top: `${(image.top / width) * aspect * 100}%`,
    }
  }
  return {
    /** The box around the shapes, in fractions of the image. */
    box,
    crop,
    outlines,
    pictures,
    /** The percent of the crop's width that is before the mark. */
    start: computed(() =>
      box.value && size.value && crop.value
        ? (100 * (box.value.x * size.value.width - crop.value.x)) / crop.value.width
        : 0,
    ),
    label: computed(() => text.fix.compare(fix().before.index, fix().after.index)),
    /** Opens a comparison of the two revisions at the spot. */
    open() {
      const { thread, before, after } = fix()
      const artifact = artifacts.value.find(each => each.id === thread.artifactId)
      if (!artifact || !box.value) return
      openThread(thread)
      compareAt({ artifact, revision: after }, before, box.value)
    },
  }
}

const toPoints = (line: readonly ImagePoint[]) => line.map(({ x, y }) => `${x},${y}`).join(' ')
