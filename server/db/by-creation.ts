/** Sorts rows: the oldest first; ids decide among those of the same time. */
export function byCreation(
  a: { createdAt: number; id: string },
  b: { createdAt: number; id: string },
): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
