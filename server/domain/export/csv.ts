/**
 * A cell that spreadsheets would run as a formula (OWASP, CSV injection), even after zero-width characters,
 * and with the full-width forms that some spreadsheets treat alike.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u

/** The byte order mark at the start of a CSV file, by which Excel recognises UTF-8. */
export const csvStart = '\uFEFF'

/**
 * Returns a row of CSV (RFC 4180). An apostrophe before a formula makes spreadsheets show it as text.
 */
export function csvRow(row: readonly (string | number | null)[]): string {
  const cell = (value: string | number | null) => {
    const text = String(value ?? '')
    const inert = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
    return `"${inert.replaceAll('"', '""')}"`
  }
  return `${row.map(cell).join(',')}\r\n`
}
