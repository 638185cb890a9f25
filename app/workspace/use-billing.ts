import { sharedResponse } from '~/ui/network/shared-response'
/** The plan, the usage and the retention of the workspace. */
export function useBilling() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const {
    data: billing,
    error,
    refresh,
  } = useAsyncData(
    () => `billing-${workspaceId.value}`,
    () => api('GET /api/billing', { query: { workspaceId: workspaceId.value } }),
    sharedResponse,
  )
  return {
    billing,
    error,
    refresh,
    /**
     * Whether a plan limits the workspace. On a server without payments, a plan limits only an unclaimed
     * workspace.
     */
    hasPlans: computed(() => billing.value?.billing === 'stripe' || billing.value?.plan === 'unclaimed'),
  }
}
