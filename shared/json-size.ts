/** How large a JSON text is to parse and to read. */
export interface JsonSize {
  /** How deeply objects and arrays are nested. */
  depth: number
  /** Members of objects and elements of arrays, and the empty ones of both: together at most so many. */
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
 * Measures a JSON text without parsing it: to parse eight megabytes of empty arrays stops the event loop for
 * seconds. What is no JSON has some size too.
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
