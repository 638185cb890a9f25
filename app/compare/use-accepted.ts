import type { Revision } from '#shared/contract/artifact'
import type { ReviewState } from '~/review-state/provide-review-state'

/**
 * The index of an accepted revision of another review, as a side of a comparison: it is older than each
 * revision of the artifact on the stage, whose indexes begin at 1.
 */
const ACCEPTED_INDEX = 0

/** Returns whether a side of a comparison is an accepted revision of another review. */
export const isAccepted = ({ index }: Pick<Revision, 'index'>): boolean => index === ACCEPTED_INDEX

/**
 * The revision of another review that the revision on the stage was compared with, because a person accepted
 * it; undefined until it is loaded, and if there is none.
 */
export function useAccepted({
  access,
  selection: { artifact, revision },
}: Pick<ReviewState, 'access' | 'selection'>) {
  const api = useApi()
  /** The loaded revisions of other reviews that people accepted, by the id of the revision. */
  const loaded = shallowRef<ReadonlyMap<string, Revision>>(new Map())
  const wanted = computed(() => {
    const against = access.canAnnotate ? revision.value?.baseline?.against : null
    const isOwn = artifact.value?.revisions.some(each => each.id === against?.revisionId)
    return against && !isOwn ? against.revisionId : undefined
  })

  async function load() {
    const id = artifact.value?.id
    if (import.meta.server || !id || !wanted.value || loaded.value.has(wanted.value)) return
    // If loading fails, the evidence can only be compared with its other revisions until it is opened again.
    const response = await api('GET /v1/artifacts/{id}/accepted', { params: { id } }).catch(() => null)
    if (!response) return
    const read = response.accepted.map(
      each => [each.revision.id, { ...each.revision, index: ACCEPTED_INDEX }] as const,
    )
    loaded.value = new Map([...loaded.value, ...read])
  }
  watch(wanted, () => void load(), { immediate: true })

  return computed(() => loaded.value.get(wanted.value ?? ''))
}
