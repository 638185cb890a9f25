import type { Revision } from '#shared/contract/artifact'
import { sideLabel } from '~/compare/side-names'
import type { Side } from '~/compare/pair'

/**
 * The values of one property of the files on the stage: a single value if it is the same on both sides, else
 * one value for each side.
 */
type Fact = readonly (string | null)[]

/** Returns the values of one property; an empty list if no side has a value. */
function valuesOf(sides: readonly Side[], read: (of: Revision) => string | null): Fact {
  const values = sides.map(each => read(each.revision) || null)
  if (values.every(each => each === null)) return []
  return new Set(values).size === 1 ? values.slice(0, 1) : values
}

/** The properties of the files on the stage: of one revision, or of both compared revisions. */
export function useShownFacts() {
  const { artifact, revision, latestRevision } = useSelection()
  const { pair } = useCompare()
  const sides = computed<readonly Side[]>(() => {
    if (pair.value) return pair.value
    return artifact.value && revision.value ? [{ artifact: artifact.value, revision: revision.value }] : []
  })
  return {
    factOf: (read: (of: Revision) => string | null): Fact => valuesOf(sides.value, read),
    /** The names of both sides; empty if only one revision is shown. */
    labels: computed(() => {
      const [one, other] = sides.value
      return one && other
        ? [sideLabel(one, other, latestRevision.value), sideLabel(other, one, latestRevision.value)]
        : []
    }),
  }
}
