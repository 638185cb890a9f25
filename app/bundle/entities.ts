const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Decodes the five named references of XML, where markdown-it decodes all 2,000 of HTML in the address of a
 * link. The pages are bundled with it (see `nuxt.config.ts`): the table of names is larger than markdown-it.
 */
export const decodeHTMLStrict = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (reference, name: string) => named[name] ?? reference)
