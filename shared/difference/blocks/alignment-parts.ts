import type { PixelBox } from '../pixels'
import type { Images } from '../moved-pixels'
import type { Shift } from './aligned-rows'

/**
 * The places of a block in both images. In an image that does not have the block, the place has no height.
 */
export interface Block {
  from: PixelBox
  to: PixelBox
}

/** The properties of a part that only the second image has. */
export const LACKING = { dy: null, others: [] } as const

/** The blocks of two images that moved up or down, were inserted, or were removed. */
export interface Alignment {
  /** All parts of the second image whose content is at another place in the first image, or not in it. */
  shifts: Shift[]
  moved: Block[]
  inserted: Block[]
  removed: Block[]
  /** The parts of the second image that were added at the lower end of changed blocks that became higher. */
  grown: PixelBox[]
  /** Moved parts that are only an edge of a block that became higher or lower, and not a whole block. */
  resized: Block[]
  /** The parts of the first image that moved out of the second image at its lower edge. */
  cutOff: PixelBox[]
  /**
   * The blocks of `inserted` at the lower edge of the second image that may have been below the lower edge of
   * the first image, because the content above them moved up.
   */
  revealed: Block[]
}

export const emptyAlignment = (): Alignment => ({
  shifts: [],
  moved: [],
  inserted: [],
  removed: [],
  grown: [],
  resized: [],
  cutOff: [],
  revealed: [],
})

/** Two images of a page. */
export interface PageImages extends Images {
  /** The heights of both images without the transparent rows that pad them. */
  heights: readonly [left: number, right: number]
}

/** Adds the alignment of a part to the alignment of both images. */
export function addPart(all: Alignment, part: Partial<Alignment>): void {
  all.shifts.push(...(part.shifts ?? []))
  all.moved.push(...(part.moved ?? []))
  all.inserted.push(...(part.inserted ?? []))
  all.removed.push(...(part.removed ?? []))
  all.grown.push(...(part.grown ?? []))
  all.resized.push(...(part.resized ?? []))
  all.cutOff.push(...(part.cutOff ?? []))
  all.revealed.push(...(part.revealed ?? []))
}
