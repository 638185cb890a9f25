const GIB = 1024 ** 3

/**
 * Returns a number of bytes as the text of a field in GiB, with at most 3 decimals; an empty text for null.
 */
export const gibibytesOf = (bytes: number | null): string =>
  bytes === null ? '' : String(Math.round((bytes / GIB) * 1000) / 1000)

/**
 * Returns the number of bytes in a field in GiB; null if the field is empty. If the field still shows the
 * number of bytes of `before`, returns `before`, because the number in the field is rounded.
 */
export function bytesOfGibibytes(field: string | number, before: number | null): number | null {
  const typed = String(field).trim()
  if (typed === gibibytesOf(before)) return before
  return typed === '' ? null : Math.round(Number(typed) * GIB)
}
