import { ApiError } from '#shared/client'
import type { AccessRequest } from '#shared/contract/access-request'
import type { invitedRoles } from '#shared/contract/roles'
import { text } from '~/text/inbox'
import { roleLabels } from '~/workspace/role-labels'

/**
 * Returns the functions that decide an access request. If another owner has already decided the request, a
 * toast explains this, and the functions do not throw.
 */
export function useAccessDecision({ id, person, workspace }: AccessRequest) {
  const api = useApi()
  const toast = useToast()
  const { workspaceId } = useWorkspace()

  /** Sends a decision. Returns false if the request was already decided. */
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
    /**
     * Adds the person to the workspace, and shows a toast with the person's name. Throws an {@link ApiError}
     * if the request fails.
     */
    async accept(role: (typeof invitedRoles)[number]) {
      const send = () => api('POST /api/access-requests/{id}/accept', { params: { id }, body: { role } })
      if (!(await decide(send))) return
      toast.add({
        title: text.accessRequests.accepted(person.name, workspace.name),
        description: roleLabels[role].label,
        color: 'neutral',
        // The toast links to the people page only if the person joined the open workspace, because the page
        // does not list other workspaces.
        actions:
          workspace.id === workspaceId.value
            ? [{ label: text.accessRequests.showPeople, to: '/settings/people' }]
            : undefined,
      })
    },
    /** Declines the request. Throws an {@link ApiError} if the request fails. */
    decline: () => decide(() => api('POST /api/access-requests/{id}/decline', { params: { id } })),
  }
}
