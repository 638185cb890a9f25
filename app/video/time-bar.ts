import { clamp } from '#shared/annotation/fraction'

/** CSS pixels: half the width of the thumb of the time bar. The bar ends at the middle of the thumb. */
const THUMB = 8

/** Returns the length in CSS pixels that a whole video has on a time bar of this width. */
export const barLength = (width: number): number => Math.max(width - 2 * THUMB, 1)

/**
 * Returns the CSS length of a part of a video on the time bar. `share`: a fraction of the video, from 0 to 1.
 */
export const lengthOnBar = (share: number): string => `calc((100% - ${2 * THUMB}px) * ${share})`

/**
 * Returns the CSS length from the start of the time bar to a position. `share`: the position as a fraction of
 * the video, from 0 to 1.
 */
export const placeOnBar = (share: number): string => `calc(${THUMB}px + (100% - ${2 * THUMB}px) * ${share})`

/**
 * Returns the CSS length from the start of the time bar to the middle of a box that is centered at a
 * position. The box stays between the ends of the time bar. `half`: half the width of the box, in CSS pixels.
 */
export const offsetOnBar = (share: number, half: number): string =>
  `clamp(${half}px, ${placeOnBar(share)}, 100% - ${half}px)`

/** Returns the share of the video, from 0 to 1, at `x` CSS pixels from the start of a time bar. */
export const shareAt = (x: number, width: number): number => clamp((x - THUMB) / barLength(width), 0, 1)

/**
 * The maximum number of frames of a video that are previewed. They are evenly spread, and each is captured
 * and cached once.
 */
const PREVIEWS = 60

/**
 * Returns the time of the preview nearest to a time, both in milliseconds. The end of the video has no
 * preview, because a video shows no frame there.
 */
export const previewTime = (ms: number, durationMs: number): number =>
  Math.round((Math.min(Math.round((ms / durationMs) * PREVIEWS), PREVIEWS - 1) * durationMs) / PREVIEWS)
