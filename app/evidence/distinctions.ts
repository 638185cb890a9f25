import type { Artifact } from '#shared/contract/artifact'

type Named = Pick<Artifact, 'id' | 'title' | 'viewport' | 'scenario' | 'variationGroup' | 'route'>

/** Returns the size of the screen that the evidence shows; null if the size is not known. */
export const sizeOf = ({ viewport }: Pick<Artifact, 'viewport'>): string | null =>
  viewport && `${viewport.width}×${viewport.height}`

/** The details that distinguish evidence with the same title, in the order of preference. */
export const details: readonly ((of: Named) => string | null)[] = [
  sizeOf,
  ({ scenario }) => scenario,
  ({ variationGroup }) => variationGroup,
  ({ route }) => route,
]

/**
 * Returns, by artifact id, the details that distinguish an artifact from others with the same title: screen
 * size, scenario, variation group or route. If these are the same, too, a number is added.
 */
export function distinctions(evidence: readonly Named[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const same of Map.groupBy(evidence, each => each.title).values()) {
    if (same.length === 1) continue
    let groups = [{ parts: [] as string[], members: same }]
    for (const detail of details)
      groups = groups.flatMap(({ parts, members }) => {
        const byDetail = Map.groupBy(members, detail)
        if (byDetail.size === 1) return [{ parts, members }]
        return [...byDetail].map(([own, members]) => ({ parts: own ? [...parts, own] : parts, members }))
      })
    for (const { parts, members } of groups)
      for (const [index, { id }] of members.entries())
        found.set(id, [...parts, ...(members.length > 1 ? [String(index + 1)] : [])].join(' · '))
  }
  return found
}
