import type { Description } from './send-files'

/** The form of a viewport. */
export const viewportForm = 'WIDTHxHEIGHT or WIDTHxHEIGHT@SCALE, such as 390x844@3'

/** Returns the viewport of a text; null if it has another form. */
export function parseViewport(text: string): NonNullable<Description['viewport']> | null {
  const [, width, height, scale] = /^(\d+)x(\d+)(?:@(\d+(?:\.\d+)?))?$/.exec(text) ?? []
  if (!Number(width) || !Number(height) || (scale !== undefined && !Number(scale))) return null
  return {
    width: Number(width),
    height: Number(height),
    ...(scale !== undefined && { deviceScaleFactor: Number(scale) }),
  }
}
