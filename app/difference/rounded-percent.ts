/**
 * Returns a share of changed pixels, rounded to one digit, or to two from one percent on. This is enough to
 * compare pieces of evidence with each other.
 */
export const roundedPercent = (percent: number): number => Number(percent.toPrecision(percent < 1 ? 1 : 2))
