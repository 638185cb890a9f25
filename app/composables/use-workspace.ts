import { may, type Action } from '#shared/permissions'

const YEAR_SECONDS = 31_536_000

/** The workspace the dashboard shows: the one chosen in this browser, else the one the server names, else the first. */
export function useWorkspace() {
  const { me } = useSession()
  const chosen = useCookie('exhibit-workspace', { maxAge: YEAR_SECONDS, sameSite: 'lax' })
  const workspaces = computed(() => me.value?.workspaces ?? [])
  const workspace = computed(() => workspaces.value.find(each => each.id === chosen.value) ?? me.value?.workspace ?? workspaces.value[0])
  return {
    workspaces,
    workspace,
    workspaceId: computed(() => workspace.value?.id),
    choose: (id: string) => { chosen.value = id },
    /** Whether the person may do this here: the table the server asks, so that no button leads to a refusal. */
    can: (action: Action) => workspace.value !== undefined && may(workspace.value.role, action),
  }
}
