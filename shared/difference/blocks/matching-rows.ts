/**
 * Successive rows that are equal in two images. They begin at row `left` of the first image and at row
 * `right` of the second image.
 */
export interface Run {
  left: number
  right: number
  rows: number
}

/** The ranges of rows of two images that are compared. The ends are exclusive. */
interface Span {
  left: [start: number, end: number]
  right: [start: number, end: number]
}

/**
 * The maximum number of times that the search visits each row on average, so that its time grows only
 * linearly with the number of rows. A row of a real page is visited a few times.
 */
const MAX_VISITS = 64

/**
 * Finds the rows that two images have in common, in the same order, as a diff of two texts finds equal lines.
 * Each row is given as a number, and equal rows have equal numbers. Uses the algorithm of the patience diff:
 * rows that each image has exactly once are matched first, then the equal rows next to them. So blank rows,
 * which occur everywhere, are not matched by themselves. Stops after {@link MAX_VISITS}.
 */
export function matchingRows(left: ArrayLike<number>, right: ArrayLike<number>): Run[] {
  const runs: Run[] = []
  const open: Span[] = [{ left: [0, left.length], right: [0, right.length] }]
  let visitsLeft = MAX_VISITS * (left.length + right.length)
  for (let span = open.pop(); span; span = open.pop()) {
    const inner = withoutEqualEnds(left, right, span, runs)
    visitsLeft -= inner.left[1] - inner.left[0] + inner.right[1] - inner.right[0]
    if (visitsLeft < 0) continue
    const anchors = longestAscent(uniquePairs(left, right, inner))
    if (anchors.length === 0) continue
    let [atLeft, atRight] = [inner.left[0], inner.right[0]]
    for (const anchor of anchors) {
      runs.push({ ...anchor, rows: 1 })
      open.push({ left: [atLeft, anchor.left], right: [atRight, anchor.right] })
      ;[atLeft, atRight] = [anchor.left + 1, anchor.right + 1]
    }
    open.push({ left: [atLeft, inner.left[1]], right: [atRight, inner.right[1]] })
  }
  return joined(runs.sort((a, b) => a.left - b.left))
}

/** Adds the equal rows at both ends of a span to the runs, and returns the span without them. */
function withoutEqualEnds(left: ArrayLike<number>, right: ArrayLike<number>, span: Span, runs: Run[]): Span {
  let [[leftStart, leftEnd], [rightStart, rightEnd]] = [span.left, span.right]
  while (leftStart < leftEnd && rightStart < rightEnd && left[leftStart] === right[rightStart]) {
    leftStart++
    rightStart++
  }
  while (leftStart < leftEnd && rightStart < rightEnd && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd--
    rightEnd--
  }
  const before = leftStart - span.left[0]
  const after = span.left[1] - leftEnd
  if (before > 0) runs.push({ left: span.left[0], right: span.right[0], rows: before })
  if (after > 0) runs.push({ left: leftEnd, right: rightEnd, rows: after })
  return { left: [leftStart, leftEnd], right: [rightStart, rightEnd] }
}

type Pair = Omit<Run, 'rows'>

/** Returns the rows that both sides of a span have exactly once, in the order of the first image. */
function uniquePairs(left: ArrayLike<number>, right: ArrayLike<number>, span: Span): Pair[] {
  const inRight = places(right, span.right)
  return [...places(left, span.left)].flatMap(([row, at]) => {
    const other = inRight.get(row)
    return at >= 0 && other !== undefined && other >= 0 ? { left: at, right: other } : []
  })
}

/** Returns the index of each row by its number; -1 for a number that occurs more than once. */
function places(rows: ArrayLike<number>, [start, end]: [number, number]): Map<number, number> {
  const found = new Map<number, number>()
  for (let at = start; at < end; at++) {
    const row = rows[at] ?? 0
    found.set(row, found.has(row) ? -1 : at)
  }
  return found
}

/** Returns the longest subsequence of pairs that is in the same order in both images. */
function longestAscent(pairs: readonly Pair[]): Pair[] {
  /**
   * For each length, the index of the pair at the end of an increasing subsequence with this length. If there
   * are several, the pair with the lowest value is used.
   */
  const ends: number[] = []
  const previous: number[] = []
  for (const [at, { right }] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.right ?? 0) < right) low = middle + 1
      else high = middle
    }
    previous[at] = low === 0 ? -1 : (ends[low - 1] ?? -1)
    ends[low] = at
  }
  const found: Pair[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at]
    if (pair) found.push(pair)
  }
  return found.toReversed()
}

/** Joins runs that are adjacent in both images. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last && last.left + last.rows === run.left && last.right + last.rows === run.right)
      last.rows += run.rows
    else all.push({ ...run })
  }
  return all
}
