/**
 * A cell that spreadsheets would run as a formula (OWASP, CSV injection), also after characters without a
 * width, and in the full-width forms that some of them take for the same.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@\t\r＝＋－＠]/u

/**
 * Returns rows as CSV (RFC 4180), with a byte order mark, by which Excel recognises UTF-8. An apostrophe
 * before a formula makes spreadsheets show it as text.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  const cell = (value: string | number | null) => {
    const text = String(value ?? '')
    const inert = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
    return `"${inert.replaceAll('"', '""')}"`
  }
  return `\uFEFF${rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')}`
}
