/** Compares rows for a sort from the oldest to the newest. Rows with the same time are sorted by id. */
export function byCreation(
  a: { createdAt: number; id: string },
  b: { createdAt: number; id: string },
): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
