import { clamp } from '#shared/annotation/fraction'

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

/**
 * Returns the same distance for the middle of a box of twice `half` CSS pixels, which stays between the ends
 * of the time bar.
 */
export const offsetOnBar = (share: number, half: number): string =>
  `clamp(${half}px, ${placeOnBar(share)}, 100% - ${half}px)`

/** Returns the share of the video, from 0 to 1, at `x` CSS pixels from the start of a time bar. */
export const shareAt = (x: number, width: number): number => clamp((x - THUMB) / barLength(width), 0, 1)

/** The number of frames that previews show of a video, evenly spread: each is captured and cached once. */
const PREVIEWS = 60

/** Returns the time of the preview nearest to a time, both in milliseconds. At the end, no frame is shown. */
export const previewTime = (ms: number, durationMs: number): number =>
  Math.round((Math.min(Math.round((ms / durationMs) * PREVIEWS), PREVIEWS - 1) * durationMs) / PREVIEWS)
