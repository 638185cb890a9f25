/**
 * Splits rows that were selected with `limit(size + 1)` into a page of `size` rows and the cursor of the next
 * page. The cursor is made from the last row of the page. The cursor is null on the last page.
 */
export function pageOf<Row>(
  rows: Row[],
  size: number,
  cursorOf: (last: Row) => string,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, next: rows.length > size && last ? cursorOf(last) : null }
}
