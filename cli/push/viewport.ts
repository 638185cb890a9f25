import type { Description } from './planned-file'

/** The syntax of a viewport, for error messages. */
export const viewportForm = 'WIDTHxHEIGHT or WIDTHxHEIGHT@SCALE, such as 390x844@3'

/** Parses a viewport. Returns null if the text has another syntax. */
export function parseViewport(text: string): NonNullable<Description['viewport']> | null {
  const [, width, height, scale] = /^(\d+)x(\d+)(?:@(\d+(?:\.\d+)?))?$/.exec(text) ?? []
  if (!Number(width) || !Number(height) || (scale !== undefined && !Number(scale))) return null
  return {
    width: Number(width),
    height: Number(height),
    ...(scale !== undefined && { deviceScaleFactor: Number(scale) }),
  }
}
