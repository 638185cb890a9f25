/**
 * The characters that can be drawn, each as 7 rows of 5 pixels. Text needs its own font here, because the
 * decoder rejects SVG and includes no text renderer.
 */
const characters = '0123456789abefort'
const rows = [
  '01110 00100 01110 11111 00010 11111 00110 11111 01110 01110 00000 10000 00000 00110 00000 00000 01000',
  '10001 01100 10001 00010 00110 10000 01000 00001 10001 10001 00000 10000 00000 01001 00000 00000 01000',
  '10011 00100 00001 00100 01010 11110 10000 00010 10001 10001 01110 10110 01110 01000 01110 10110 11100',
  '10101 00100 00010 00010 10010 00001 11110 00100 01110 01111 00001 11001 10001 11100 10001 11001 01000',
  '11001 00100 00100 00001 11111 00001 10001 01000 10001 00001 01111 10001 11111 01000 10001 10000 01000',
  '10001 00100 01000 10001 00010 10001 10001 01000 10001 00010 10001 10001 10000 01000 10001 10000 01001',
  '01110 01110 11111 01110 00010 01110 01110 01000 01110 01100 01111 11110 01110 01000 01110 10000 00110',
].map(row => row.split(' '))

/**
 * The width of a character including the gap to the next character, and the height of a character, in pixels
 * of the font.
 */
const ADVANCE = 6
export const TEXT_HEIGHT = 7

/** Returns the width of a text, in pixels of the font. */
export const textWidth = (text: string): number => text.length * ADVANCE - 1

/**
 * Returns the positions of the pixels that draw a text, relative to its upper left corner. A character that
 * is not in the font is left blank.
 */
export function textPixels(text: string): { x: number; y: number }[] {
  return [...text].flatMap((character, index) =>
    rows.flatMap((row, y) =>
      [...(row[characters.indexOf(character)] ?? '')].flatMap((pixel, x) =>
        pixel === '1' ? [{ x: index * ADVANCE + x, y }] : [],
      ),
    ),
  )
}
