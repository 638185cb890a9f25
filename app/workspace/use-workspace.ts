import type { Feature } from '#shared/contract/features'
import { featureFor, may, type Action } from '#shared/permissions'

/** The person's workspaces, and the current workspace: the one that was used last, else the first one. */
export function useWorkspace() {
  const { me, refresh } = useSession()
  const api = useApi()
  const workspaces = computed(() => me.value?.workspaces ?? [])
  const workspace = computed(() => me.value?.workspace ?? workspaces.value[0])

  /** Switches to another workspace. The server stores the choice for the next visit. */
  async function switchTo(id: string) {
    const target = workspaces.value.find(each => each.id === id)
    if (!me.value || !target || id === workspace.value?.id) return
    me.value = { ...me.value, workspace: target }
    // A failure is ignored, because the switch still applies to this visit.
    await api('PATCH /api/me', { body: { workspaceId: id } }).catch(() => {})
  }

  /** Whether the operator has turned off a part of the server. */
  const isTurnedOff = (feature: Feature): boolean => me.value?.turnedOff.includes(feature) ?? false

  /**
   * Whether the person may perform an action in a workspace. The server uses the same table of permissions.
   */
  function canIn(id: string | undefined, action: Action): boolean {
    const feature = featureFor(action, 'human')
    if (feature && isTurnedOff(feature)) return false
    const role = workspaces.value.find(each => each.id === id)?.role
    return may({ type: 'human', role: role ?? null }, action)
  }

  return {
    workspaces,
    workspace,
    workspaceId: computed(() => workspace.value?.id),
    switchTo,
    canIn,
    isTurnedOff,
    can: (action: Action) => canIn(workspace.value?.id, action),
    /** Reloads the person's workspaces and roles. */
    refresh,
  }
}
