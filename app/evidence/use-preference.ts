import type { Artifact } from '#shared/contract/artifact'
import { text } from '~/text/review'

/**
 * Returns a function that prefers an artifact within its variation group, or removes the preference. The
 * change is shown immediately, and is reverted if the server rejects it. A toast offers to undo the change,
 * or explains a failure.
 */
export function usePreference(): (chosen: Artifact, preferred: boolean) => Promise<void> {
  const api = useApi()
  const attempt = useFailureToast()
  const { showUndoToast } = useUndoToast()
  const { payload, update } = useReviewSource()
  const { artifacts } = useSelection()

  function show(isPreferred: (artifact: Artifact) => boolean) {
    update(({ payload }) => ({
      payload: {
        ...payload,
        artifacts: payload.artifacts.map(each => ({ ...each, preferred: isPreferred(each) })),
      },
    }))
  }

  async function set(chosen: Artifact, preferred: boolean) {
    const before = new Set(payload.value?.artifacts.filter(each => each.preferred).map(each => each.id))
    const leavesGroup = (each: Artifact) => preferred && each.variationGroup === chosen.variationGroup
    show(each => (each.id === chosen.id ? preferred : each.preferred && !leavesGroup(each)))
    try {
      await api('POST /v1/artifacts/{id}/preferred', { params: { id: chosen.id }, body: { preferred } })
    } catch (error) {
      show(each => before.has(each.id))
      throw error
    }
  }

  return async (chosen, preferred) => {
    const before = artifacts.value.find(
      each => each.preferred && each.variationGroup === chosen.variationGroup,
    )
    if (!(await attempt(text.undo.choiceNotSaved, () => set(chosen, preferred)))) return
    showUndoToast(
      {
        title: preferred ? text.undo.preferred(chosen.title) : text.undo.nonePreferred,
        isCurrent: () => artifacts.value.some(each => each.id === chosen.id && each.preferred === preferred),
      },
      () => (before ? set(before, true) : set(chosen, false)),
    )
  }
}
