/** The folders that each folder uses, by the name of the folder. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Returns a cycle of a graph as a path, or null if there is no cycle. */
export function findCycle(graph: Graph): string[] | null {
  const checked = new Set<string>()
  function findFrom(name: string, path: readonly string[]): string[] | null {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (checked.has(name)) return null
    for (const next of graph.get(name) ?? []) {
      const found = findFrom(next, [...path, name])
      if (found) return found
    }
    checked.add(name)
    return null
  }
  for (const start of graph.keys()) {
    const found = findFrom(start, [])
    if (found) return found
  }
  return null
}
