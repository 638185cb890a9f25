/** The digits as rows of 5 pixels, 7 high. The decoder rejects SVG, and no text renderer is part of it. */
const rows = [
  '01110 00100 01110 11111 00010 11111 00110 11111 01110 01110',
  '10001 01100 10001 00010 00110 10000 01000 00001 10001 10001',
  '10011 00100 00001 00100 01010 11110 10000 00010 10001 10001',
  '10101 00100 00010 00010 10010 00001 11110 00100 01110 01111',
  '11001 00100 00100 00001 11111 00001 10001 01000 10001 00001',
  '10001 00100 01000 10001 00010 10001 10001 01000 10001 00010',
  '01110 01110 11111 01110 00010 01110 01110 01000 01110 01100',
].map(row => row.split(' '))

/** Width of a digit with the gap to the next, and height, in pixels of the font. */
export const DIGIT_ADVANCE = 6
export const DIGIT_HEIGHT = 7

/** Returns the pixels of a number that are set, from its upper left corner. */
export function digitPixels(value: number): { x: number; y: number }[] {
  return [...String(value)].flatMap((digit, index) =>
    rows.flatMap((row, y) =>
      [...(row[Number(digit)] ?? '')].flatMap((pixel, x) =>
        pixel === '1' ? [{ x: index * DIGIT_ADVANCE + x, y }] : [],
      ),
    ),
  )
}
