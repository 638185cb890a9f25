import type { Artifact } from '#shared/contract/artifact'
import { text } from '~/text/review'

/**
 * Returns a function that approves an artifact, or withdraws the approval. The change is shown immediately,
 * and is reverted if the server rejects it, for example because a newer revision has arrived. A toast offers
 * to undo the change, or explains a failure.
 */
export function useApproval(): (of: Artifact, approved: boolean) => Promise<void> {
  const api = useApi()
  const attempt = useFailureToast()
  const { showUndoToast } = useUndoToast()
  const { payload, update } = useReviewSource()
  const { me } = useSession()

  const find = (id: string) => payload.value?.artifacts.find(each => each.id === id)
  function show(id: string, shown: Pick<Artifact, 'approval' | 'endedApproval'>) {
    update(({ payload }) => ({
      payload: {
        ...payload,
        artifacts: payload.artifacts.map(each => (each.id === id ? { ...each, ...shown } : each)),
      },
    }))
  }

  async function set({ id, currentRevision }: Artifact, approved: boolean) {
    const before = find(id)
    const revisionId = currentRevision?.id
    if (!before || revisionId === undefined) return
    const own = { by: me.value?.user.name ?? '', at: new Date().toISOString(), revisionId, carried: false }
    show(id, { approval: approved ? own : null, endedApproval: null })
    try {
      const body = { approved, revisionId }
      show(id, await api('POST /v1/artifacts/{id}/approve', { params: { id }, body }))
    } catch (error) {
      show(id, before)
      throw error
    }
  }

  return async (of, approved) => {
    if (!(await attempt(text.undo.approvalNotSaved, () => set(of, approved)))) return
    showUndoToast(
      {
        title: approved ? text.undo.approved(of.title) : text.undo.approvalWithdrawn(of.title),
        isCurrent: () => (find(of.id)?.approval !== null) === approved,
      },
      () => set(of, !approved),
    )
  }
}
