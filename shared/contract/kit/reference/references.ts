import type { Json } from '../openapi/schema'
import { nameOf } from './types'

/**
 * Returns the names of the schemas in `components` that get a separate section. A schema gets one if another
 * type contains it, or if several operations have it as their whole input or result. A schema that is the
 * whole type of only one operation is shown in the section of this operation.
 */
export function namedComponents(roots: Json[], components: Json): ReadonlySet<string> {
  const wholes = new Map<string, number>()
  const parts = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    const name = nameOf(value as Json)
    if (name === undefined) return Object.values(value).forEach(visit)
    if (parts.has(name)) return
    parts.add(name)
    visit(components[name])
  }
  for (const root of roots) {
    const name = nameOf(root)
    if (name === undefined) visit(root)
    else {
      wholes.set(name, (wholes.get(name) ?? 0) + 1)
      visit(components[name])
    }
  }
  return new Set([...parts, ...[...wholes].filter(([, count]) => count > 1).map(([name]) => name)])
}
