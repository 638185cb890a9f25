import { may, type Action } from '#shared/permissions'

/** The workspace the dashboard shows: the one last chosen, else the first. */
export function useWorkspace() {
  const { me, load } = useSession()
  const api = useApi()
  const workspaces = computed(() => me.value?.workspaces ?? [])
  const workspace = computed(() => me.value?.workspace ?? workspaces.value[0])

  /** Shows another workspace at once, and lets the server remember it for the next visit. */
  async function choose(id: string) {
    const wanted = workspaces.value.find(each => each.id === id)
    if (!me.value || !wanted || id === workspace.value?.id) return
    me.value = { ...me.value, workspace: wanted }
    // When it cannot be remembered, the choice still holds for this visit.
    await api('PATCH /api/me', { body: { workspaceId: id } }).catch(() => {})
  }

  /**
   * Whether the person may do this in a workspace: the table the server asks, so that no button leads to a
   * refusal.
   */
  function canIn(id: string | undefined, action: Action): boolean {
    const role = workspaces.value.find(each => each.id === id)?.role
    return role !== undefined && may(role, action)
  }

  return {
    workspaces,
    workspace,
    workspaceId: computed(() => workspace.value?.id),
    choose,
    canIn,
    can: (action: Action) => canIn(workspace.value?.id, action),
    /** Asks again who the person is, and where they have which role. */
    reload: load,
  }
}
