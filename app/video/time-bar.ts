/** CSS pixels: half the width of the thumb of the time bar. The bar ends at the middle of the thumb. */
const THUMB = 8

/** Returns the length in CSS pixels that a whole video has on a time bar of this width. */
export const barLength = (width: number): number => Math.max(width - 2 * THUMB, 1)

/** Returns a part of a video as a length in CSS. `share`: a fraction from 0 to 1. */
export const lengthOnBar = (share: number): string => `calc((100% - ${2 * THUMB}px) * ${share})`

/**
 * Returns the distance of a position from the start of the time bar in CSS. `share`: a fraction from 0 to 1.
 */
export const placeOnBar = (share: number): string => `calc(${THUMB}px + (100% - ${2 * THUMB}px) * ${share})`
