const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Decodes only the five named character references of XML in the URL of a link. The full table of HTML, with
 * 2,000 names, is larger than markdown-it itself, so the pages are bundled with this function instead (see
 * `nuxt.config.ts`).
 *
 * Remove this file when markdown-it can be used without its table.
 */
export const decodeHTMLStrict = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (reference, name: string) => named[name] ?? reference)
