/** A measurement of the server, and the same measurement of its references. */
export interface Row {
  name: string
  /** The required ratio of the server to the reference. It is only printed, not checked. */
  target?: string
  /** The unit of the results; by default requests per second. */
  unit?: string
  /** Measures the server once. Returns the result. */
  measure: () => Promise<number>
  /** Functions that measure the references once, by the name of the reference. */
  references: Record<string, () => Promise<number>>
  rounds?: number
}

/**
 * Returns the median of some values. For an even number of values, returns the higher one of the two in the
 * middle; without values, returns 0.
 */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Formats a number from 100 up without decimals, and a smaller number with three significant digits. */
const rounded = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

/**
 * Measures the server and its references alternately, because the speed of a shared machine varies. Prints a
 * row of a Markdown table with the median of each result, and the median of the ratios.
 */
export async function printRow(row: Row): Promise<void> {
  const { name, target = '', unit = '/s', measure, references, rounds = 3 } = row
  const own: number[] = []
  const others = new Map<string, number[]>(Object.keys(references).map(each => [each, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [each, run] of Object.entries(references)) others.get(each)?.push(await run())
    own.push(await measure())
  }
  const cells = [...others].map(([each, values]) => {
    const ratios = own.map((value, round) => value / (values[round] ?? 0))
    return `${median(ratios).toFixed(2)} × ${each} (${rounded(median(values))}${unit})`
  })
  printLine(`| ${name} | ${rounded(median(own))}${unit} | ${cells.join(', ')} | ${target} |`)
}

/** Prints an indented line. */
export function printLine(text: string): void {
  process.stdout.write(`  ${text}\n`)
}
