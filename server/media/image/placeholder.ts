import deleted from './cards/deleted'
import expired from './cards/expired'
import sharp from './sharp'

/** The width in pixels at which the cards were rendered. */
export const CARD_WIDTH = 800
const cards = { expired, deleted }

/** The reasons for which evidence cannot be shown. */
export type PlaceholderState = keyof typeof cards

/**
 * Returns the card that is shown instead of expired or deleted evidence, as PNG. It has 800 × 450 pixels, or
 * fewer if a smaller width is requested. The cards are rendered in advance, because a server may have no
 * fonts and its decoder rejects SVG.
 */
export async function placeholderCard(
  state: PlaceholderState,
  { width = CARD_WIDTH }: { width?: number } = {},
): Promise<Buffer> {
  const card = Buffer.from(cards[state], 'base64')
  if (width >= CARD_WIDTH) return card
  return sharp(card)
    .resize({ width: Math.max(1, Math.round(width)) })
    .png({ palette: true, colors: 16, dither: 0 })
    .toBuffer()
}
