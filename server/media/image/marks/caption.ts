import { TEXT_HEIGHT, textPixels } from './font'

/** The number of drawing pixels per font pixel. */
const FONT_SCALE = 2
/** The margin around the text in pixels of the drawing. */
const MARGIN = 4
/** The height of a caption in pixels. */
export const CAPTION_HEIGHT = TEXT_HEIGHT * FONT_SCALE + 2 * MARGIN

const PAPER = 0xff
const INK = 0x33

/** Draws the caption of a picture as raw grayscale pixels. Cuts it off at the width of the picture. */
export function drawCaption(text: string, width: number): Buffer {
  const pixels = Buffer.alloc(width * CAPTION_HEIGHT, PAPER)
  for (const { x, y } of textPixels(text))
    for (let row = 0; row < FONT_SCALE; row++) {
      const start = MARGIN + x * FONT_SCALE
      const line = (MARGIN + y * FONT_SCALE + row) * width
      pixels.fill(INK, line + Math.min(width, start), line + Math.min(width, start + FONT_SCALE))
    }
  return pixels
}
