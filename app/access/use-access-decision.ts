import { ApiError } from '#shared/client'
import type { invitedRoles } from '#shared/contract/roles'
import { text } from '~/text/inbox'

/** Decides an access request. Where another owner was faster, says so and counts it as done. */
export function useAccessDecision(id: string) {
  const api = useApi()
  const toast = useToast()

  async function decide(send: () => Promise<unknown>) {
    try {
      await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error
      toast.add({ title: text.accessRequests.alreadyDecided, color: 'neutral' })
    }
  }

  return {
    /** Throws {@link ApiError}. */
    accept: (role: (typeof invitedRoles)[number]) =>
      decide(() => api('POST /api/access-requests/{id}/accept', { params: { id }, body: { role } })),
    /** Throws {@link ApiError}. */
    decline: () => decide(() => api('POST /api/access-requests/{id}/decline', { params: { id } })),
  }
}
