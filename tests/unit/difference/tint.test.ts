import { expect, it } from 'vitest'
import { tintRows } from '~/difference/tint'

const [WHITE, BLACK, NONE] = [
  [255, 255, 255, 255],
  [0, 0, 0, 255],
  [0, 0, 0, 0],
]

/** Draws rows of 40 pixels. Each character is a pixel: `#` black, `.` white, and a space is transparent. */
const rows = (...lines: string[]) =>
  new Uint8ClampedArray(
    lines.flatMap(line =>
      [...line.padEnd(40)].flatMap(each => (each === '#' ? BLACK : each === '.' ? WHITE : NONE)),
    ),
  )
const dots = '.'.repeat(40)

/** Tints the pixels of a row that differ, and returns the luma of each pixel; null if it is not tinted. */
function tinted(before: string[], after: string[], isDark = false) {
  const [older, newer] = [rows(...before), rows(...after)]
  const mask = new Uint8ClampedArray(newer.length)
  for (let at = 0; at < mask.length; at += 4)
    if (older.slice(at, at + 4).join() !== newer.slice(at, at + 4).join()) mask[at + 3] = 255
  const drawn = tintRows(mask, { older, newer, width: 40, y: 0, isDark })
  return Array.from({ length: drawn.length / 4 }, (_, pixel) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = drawn.subarray(pixel * 4)
    return alpha === 0 ? null : Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
  })
}

it.each([false, true])('new text differs clearly from its tinted background (dark: %s)', isDark => {
  const [ink, paper] = isDark ? (['.', '#'] as const) : (['#', '.'] as const)
  const blank = paper.repeat(40)
  const after = paper.repeat(10) + ink.repeat(2) + paper.repeat(28)
  const all = tinted([blank], [after], isDark)
  expect(Math.abs((all[10] ?? 0) - (all[13] ?? 0))).toBeGreaterThan(150)
  // The tint extends around the text, and the rest of the row is not tinted.
  expect(all.map((each, at) => (each === null ? -1 : at)).filter(at => at >= 0)).toEqual([
    7, 8, 9, 10, 11, 12, 13, 14,
  ])
})

it('where text was replaced, only the newer text has the color of text', () => {
  const before = `${'.'.repeat(10)}##..##${'.'.repeat(24)}`
  const after = `${'.'.repeat(10)}..##..${'.'.repeat(24)}`
  const all = tinted([before], [after])
  const dark = all.flatMap((each, at) => (each !== null && each < 60 ? at : []))
  expect(dark).toEqual([12, 13])
})

it('content that only one of the images has stays readable under stripes', () => {
  const text = `${'.'.repeat(10)}##${'.'.repeat(28)}`
  for (const [before, after] of [
    [
      [dots, ''],
      [dots, text],
    ],
    [
      [dots, text],
      [dots, ''],
    ],
  ] as const) {
    const row = tinted([...before], [...after]).slice(40)
    expect(row).not.toContain(null)
    const paper = row.filter((_, at) => at < 10 || at > 11) as number[]
    // Stripes and background are both much lighter than the text.
    expect(Math.min(...paper) - Math.max(row[10] ?? 0, row[11] ?? 0)).toBeGreaterThan(60)
    expect(new Set(paper).size).toBe(2)
  }
})
