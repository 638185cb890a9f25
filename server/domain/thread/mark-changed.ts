import type { Box } from '#shared/annotation/projection'
import { boundsOfAll, shapesOf } from '#shared/annotation/shapes'
import type { ContextElement } from '#shared/contract/context'
import type { Thread } from '#shared/contract/thread'
import type { StoredComparison } from '~~/server/db/tables/evidence'

/** A thread with the fields that determine whether its marked area changed. */
export type MarkedThread = Parameters<typeof shapesOf>[0] &
  Pick<Thread, 'timestampMs' | 'revision'> & { elements?: readonly Pick<ContextElement, 'box'>[] | null }

/** A completed revision of the artifact that threads are on. */
interface ComparedRevision {
  index: number
  change: StoredComparison | null
}

/**
 * The width of the margin around a mark that belongs to its marked area, as a fraction of the image. It is
 * needed because a point has no area of its own.
 */
const MARGIN = 0.02

/**
 * With more unchanged areas than this number, changed boxes that were already tested are not tested again.
 */
const FEW_AREAS = 16

/** An area that at least one thread marks. */
interface MarkedArea {
  /** The index of the first revision on which a thread marks the area. */
  since: number
  /** The index of the last revision in which the area changed; 0 if no such revision is known. */
  changedIn: number
}

/**
 * Determines which marked areas of threads on one artifact look different in a later revision. Processes each
 * revision once for all threads. An area that several threads mark is tested once for all of them, and is no
 * longer tested after a change was found in it.
 */
export class MarkedAreas {
  private readonly areas = new Map<string, MarkedArea>()
  /** The parts of the image for which no change was found yet, each with its area. */
  private unchanged: { box: Box; area: MarkedArea }[] = []
  private readonly testedBoxes = new Set<string>()
  private lastIndex = 0
  /** The index of the last revision that was not compared pixel by pixel. */
  private lastUnknown = 0

  constructor(threads: Iterable<MarkedThread>) {
    for (const thread of threads) {
      if (thread.revision === null || thread.timestampMs !== null) continue
      const box = areaOf(thread)
      const known = this.areas.get(keyOf(box))
      const area = known ?? { since: thread.revision, changedIn: 0 }
      area.since = Math.min(area.since, thread.revision)
      if (known) continue
      this.areas.set(keyOf(box), area)
      if (box) this.unchanged.push({ box, area })
    }
  }

  /** The index of the first revision that a thread is on. Only revisions after it have to be added. */
  get since(): number {
    return [...this.areas.values()].reduce((first, area) => Math.min(first, area.since), Infinity)
  }

  /** Whether a change was found in all areas, so that no earlier revisions have to be added. */
  get areAllChanged(): boolean {
    return this.unchanged.length === 0 && this.areas.get(keyOf(null))?.changedIn !== 0
  }

  /** Searches the marked areas for changes in these revisions. Call it first with the latest revisions. */
  add(revisions: readonly ComparedRevision[]): void {
    for (const each of revisions.toSorted((one, other) => other.index - one.index)) this.addOne(each)
  }

  private addOne({ index, change }: ComparedRevision): void {
    this.lastIndex = Math.max(this.lastIndex, index)
    if (change?.status === 'same') return
    if (change === null || change.changedPercent === null) {
      this.lastUnknown = Math.max(this.lastUnknown, index)
      return
    }
    const whole = this.areas.get(keyOf(null))
    if (whole && whole.since < index) whole.changedIn ||= index
    // A changed box that was tested before does not have to be tested again: if it touched one of the
    // remaining areas, this area would have been removed then.
    const boxes =
      this.unchanged.length > FEW_AREAS ? change.boxes.filter(box => this.isNew(box)) : change.boxes
    if (boxes.length === 0) return
    this.unchanged = this.unchanged.filter(({ box, area }) => {
      if (area.since >= index || !boxes.some(each => touches(each, box))) return true
      area.changedIn = index
      return false
    })
  }

  private isNew(box: Box): boolean {
    const { size } = this.testedBoxes
    return this.testedBoxes.add(keyOf(box)).size > size
  }

  /**
   * Returns whether the marked area of a thread looks different in a revision after the thread's own
   * revision. If the mark is a point on an element of a page with a known context, the area is the element.
   * If the thread has no mark, the area is the whole picture. Returns null if this is not known: there is no
   * later revision, the thread is at a time of a video, or a later revision was not compared pixel by pixel.
   */
  isChanged(thread: MarkedThread): boolean | null {
    const { revision, timestampMs } = thread
    if (revision === null || timestampMs !== null || this.lastIndex <= revision) return null
    const area = this.areas.get(keyOf(areaOf(thread)))
    if (area && area.changedIn > revision) return true
    return this.lastUnknown > revision ? null : false
  }
}

/**
 * Returns the box around the shapes of a thread or, for a point, the box of the element at the point. Returns
 * null for a thread without a shape.
 */
function areaOf(thread: MarkedThread): Box | null {
  const marked = boundsOfAll(shapesOf(thread))
  const [element] = thread.elements ?? []
  if (!marked || marked.width > 0 || marked.height > 0 || !element) return marked
  const [x, y, width, height] = element.box
  return { x, y, width, height }
}

/** Returns a text that identifies a box. null means the whole image. */
const keyOf = (box: Box | null): string => (box ? `${box.x} ${box.y} ${box.width} ${box.height}` : '')

const touches = (box: Box, area: Box): boolean =>
  box.x < area.x + area.width + MARGIN &&
  box.x + box.width > area.x - MARGIN &&
  box.y < area.y + area.height + MARGIN &&
  box.y + box.height > area.y - MARGIN
