import type { ApiError } from '#shared/client'
import { authRequest } from './auth-request'

interface LookupResult {
  status: 'pending' | 'approved' | 'denied'
  client_id?: string
}
/** The state of a device's request to sign in. `claimed`: another account has claimed the request. */
export type DeviceRequestState = 'pending' | 'claimed' | 'approved' | 'denied' | 'unknown' | 'expired'

const errorStates: Partial<Record<string, DeviceRequestState>> = {
  invalid_request: 'unknown',
  expired_token: 'expired',
}

/**
 * The request that belongs to a code shown by a device (RFC 8628). Loading the request claims it for the
 * signed-in person, who then approves or denies it.
 */
export function useDeviceRequest(code: () => string) {
  // Loads the request in the browser only: the server limits the rate of these calls by the client's IP
  // address, and a call during server rendering has no client address.
  const { data, error, refresh } = useAsyncData(
    () => `device-${code()}`,
    () => authRequest<LookupResult>(`device?user_code=${code()}`),
    { server: false, lazy: true },
  )
  const decision = ref<'approved' | 'denied'>()

  const state = computed<DeviceRequestState | undefined>(() => {
    if (decision.value) return decision.value
    if (error.value) return errorStates[(error.value.cause as ApiError | undefined)?.code ?? '']
    if (data.value?.status === 'pending') return data.value.client_id ? 'pending' : 'claimed'
    return data.value?.status
  })

  /** Approves or denies the request. Throws an {@link ApiError} if this fails. */
  async function decide(action: 'approve' | 'deny') {
    await authRequest(`device/${action}`, { userCode: code() })
    decision.value = action === 'approve' ? 'approved' : 'denied'
  }

  return { state, error, refresh, decide, clientId: computed(() => data.value?.client_id) }
}
