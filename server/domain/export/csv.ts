/**
 * A cell that spreadsheets would run as a formula (OWASP, CSV injection), also after characters without a
 * width, and in the full-width forms that some of them take for the same.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u

/** Begins a file of CSV: by the byte order mark, Excel recognises UTF-8. */
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
