/**
 * The sizes at which the bars of the stage change, in rem and without the stage's header. Each is also the
 * size in the container query of the same name in `variants.css`; a test compares them:
 * `tests/unit/stage/stage-sizes.test.ts`.
 */
export const stageSizes = {
  /** The toolbar of a less wide stage has no tools for fingers. */
  narrow: 41.25,
  /** A less wide stage has neither a minimap nor tools at its side. */
  slim: 31.875,
  /** A less high stage that is not slim has its tools at its side (`side-tools`). */
  short: 25,
  /** On a less high stage, the toolbar is small or is not over the image. */
  low: 13.75,
} as const

/**
 * Returns a length in CSS pixels, as a container query does: with the size of the texts that the person has
 * set in the browser. Only for the browser.
 */
export const remToPixels = (rem: number): number =>
  rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

/** Returns one of the {@link stageSizes} in CSS pixels. */
export const stageSize = (name: keyof typeof stageSizes): number => remToPixels(stageSizes[name])
