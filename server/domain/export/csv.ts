/**
 * Matches a cell that a spreadsheet would run as a formula (OWASP, CSV injection). Zero-width characters
 * before the formula do not prevent this, and some spreadsheets also accept full-width forms of the first
 * character.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u

/** The byte order mark at the start of a CSV file, by which Excel recognizes UTF-8. */
export const csvStart = '\uFEFF'

/**
 * Returns one row of CSV (RFC 4180). A formula gets an apostrophe in front, so that spreadsheets show it as
 * text.
 */
export function csvRow(row: readonly (string | number | null)[]): string {
  const cell = (value: string | number | null) => {
    const text = String(value ?? '')
    const inert = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
    return `"${inert.replaceAll('"', '""')}"`
  }
  return `${row.map(cell).join(',')}\r\n`
}
