import deleted from './cards/deleted'
import expired from './cards/expired'
import sharp from './sharp'

/** The width of a card in pixels, as drawn. */
export const CARD_WIDTH = 800
const cards = { expired, deleted }

/** The reasons for which evidence cannot be shown. */
export type PlaceholderState = keyof typeof cards

/**
 * Returns the card for evidence that cannot be shown, as PNG: 800 × 450 pixels, or narrower on request, never
 * enlarged. The cards are drawn in advance: a server may have no fonts, and SVG is blocked.
 */
export async function placeholderCard(
  state: PlaceholderState,
  { width = CARD_WIDTH }: { width?: number } = {},
): Promise<Buffer> {
  const card = Buffer.from(cards[state], 'base64')
  if (width >= CARD_WIDTH) return card
  return sharp(card)
    .resize({ width: Math.max(1, Math.round(width)) })
    .png({ palette: true, colours: 16, dither: 0 })
    .toBuffer()
}
