import { ApiError } from '#shared/client'
import type { AccessRequest } from '#shared/contract/access-request'
import type { invitedRoles } from '#shared/contract/roles'
import { text } from '~/text/inbox'
import { roleLabels } from '~/workspace/role-labels'

/**
 * Decides an access request. If another owner has decided it before, a toast explains this, and the request
 * is treated as decided.
 */
export function useAccessDecision({ id, person, workspace }: AccessRequest) {
  const api = useApi()
  const toast = useToast()
  const { workspaceId } = useWorkspace()

  /** Returns whether this call decided the request. */
  async function decide(send: () => Promise<unknown>): Promise<boolean> {
    try {
      await send()
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      toast.add({ title: text.accessRequests.alreadyDecided, color: 'neutral' })
      return false
    }
  }

  return {
    /** Adds the person to the workspace. A toast contains the person's name. Throws {@link ApiError}. */
    async accept(role: (typeof invitedRoles)[number]) {
      const send = () => api('POST /api/access-requests/{id}/accept', { params: { id }, body: { role } })
      if (!(await decide(send))) return
      toast.add({
        title: text.accessRequests.accepted(person.name, workspace.name),
        description: roleLabels[role].label,
        color: 'neutral',
        // The people page lists only the people of the open workspace.
        actions:
          workspace.id === workspaceId.value
            ? [{ label: text.accessRequests.showPeople, to: '/settings/people' }]
            : undefined,
      })
    },
    /** Declines the request. Throws {@link ApiError}. */
    decline: () => decide(() => api('POST /api/access-requests/{id}/decline', { params: { id } })),
  }
}
