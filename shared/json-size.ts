/** The size of a JSON text. It indicates how expensive it is to parse the text and to process its values. */
export interface JsonSize {
  /** The nesting depth of objects and arrays. */
  depth: number
  /** An upper bound of the number of members of objects, elements of arrays, and empty objects and arrays. */
  values: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/**
 * Measures a JSON text without parsing it, because parsing can be slow: parsing eight megabytes of empty
 * arrays blocks the event loop for seconds. Also measures text that is not valid JSON.
 */
export function jsonSizeOf(text: string): JsonSize {
  let depth = 0
  let deepest = 0
  let values = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === BACKSLASH) i++
      else if (code === QUOTE) inString = false
    } else if (code === QUOTE) inString = true
    else if (code === COMMA) values++
    else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      values++
      if (++depth > deepest) deepest = depth
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--
  }
  return { depth: deepest, values }
}
