import { sharedResponse } from '~/ui/network/shared-response'
/** Plan, usage and retention of the workspace. */
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
    /** Whether a plan limits the workspace. Without payments none does, except before it is claimed. */
    hasPlans: computed(() => billing.value?.billing === 'stripe' || billing.value?.plan === 'unclaimed'),
  }
}
