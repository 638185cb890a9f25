/**
 * Returns at most `most` items in their original order. If there are more, removes unimportant items first.
 */
export function keepImportant<T>(items: readonly T[], most: number, isImportant: (item: T) => boolean): T[] {
  if (items.length <= most) return [...items]
  const important = new Set(items.filter(isImportant).slice(0, most))
  let free = most - important.size
  return items.filter(each => important.has(each) || free-- > 0)
}
