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
 * Fractions of the image by which the area around a mark counts as marked. A point has no area of its own.
 */
const MARGIN = 0.02

/** With more areas than this, a box that an earlier call tested is recognized and not tested again. */
const FEW_AREAS = 16

/** An area that at least one thread marks. */
interface MarkedArea {
  /** The index of the first revision on which a thread marks the area. */
  since: number
  /** The index of the last revision in which the area changed; 0 if no such revision is known. */
  changedIn: number
}

/**
 * Determines which marked areas of threads on one artifact look different in a later revision. Each revision
 * is read once for all threads, each area that several threads mark is tested once, and an area is not tested
 * any more after a change was found.
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

  /** The index of the first revision that a thread is on. Only later revisions matter. */
  get since(): number {
    return [...this.areas.values()].reduce((first, area) => Math.min(first, area.since), Infinity)
  }

  /** Whether a change was found in all areas, so that earlier revisions do not matter. */
  get areAllChanged(): boolean {
    return this.unchanged.length === 0 && this.areas.get(keyOf(null))?.changedIn !== 0
  }

  /** Takes revisions into account. Call it with the latest revisions first. */
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
    // A box that was tested before touches none of the remaining areas: they were all tested with it.
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
   * revision. For a point on an element of a known page, the area is the element; for a thread without an
   * area, it is the whole picture. Returns null if it is not known: there is no later revision, the thread is
   * on a moment of a video, or a later revision was not compared pixel by pixel.
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
 * Returns the box that a thread marks: of its shapes, or of the element under its point. null without a
 * shape.
 */
function areaOf(thread: MarkedThread): Box | null {
  const marked = boundsOfAll(shapesOf(thread))
  const [element] = thread.elements ?? []
  if (!marked || marked.width > 0 || marked.height > 0 || !element) return marked
  const [x, y, width, height] = element.box
  return { x, y, width, height }
}

/** Returns a text that is equal for equal boxes. null is the whole image. */
const keyOf = (box: Box | null): string => (box ? `${box.x} ${box.y} ${box.width} ${box.height}` : '')

const touches = (box: Box, area: Box): boolean =>
  box.x < area.x + area.width + MARGIN &&
  box.x + box.width > area.x - MARGIN &&
  box.y < area.y + area.height + MARGIN &&
  box.y + box.height > area.y - MARGIN
