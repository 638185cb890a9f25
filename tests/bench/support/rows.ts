/** A figure of the server next to the same figure of its references. */
export interface Row {
  name: string
  /** The ratio that the product must reach, for the reader. */
  target?: string
  /** The unit of the figures; requests per second by default. */
  unit?: string
  /** Measures the server once. */
  measure: () => Promise<number>
  /** Measures the references, each by its name. */
  references: Record<string, () => Promise<number>>
  rounds?: number
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** Returns a number with three significant digits. */
const rounded = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3))

/**
 * Measures a row: the server and its references in turns, since a shared machine is faster at one time than
 * at another. Prints a line of a Markdown table with the medians, and each ratio as the median of its rounds.
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

/** Prints a line below the name of the running bench. */
export function printLine(text: string): void {
  process.stdout.write(`  ${text}\n`)
}
