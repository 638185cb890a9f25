import type { ApiError } from '~/ui/use-api'
import { toApiError } from '~/ui/use-api'
import type { FetchError } from 'ofetch'

interface Claimed {
  status: 'pending' | 'approved' | 'denied'
  client_id?: string
}
/** Where the request of a device stands; `taken`: another account answers it. */
export type DeviceState = 'waiting' | 'taken' | 'approved' | 'denied' | 'unknown' | 'expired'

const faults: Partial<Record<string, DeviceState>> = { invalid_request: 'unknown', expired_token: 'expired' }

/**
 * The request behind a code that a device shows (RFC 8628): claimed for the signed-in person, then approved
 * or denied.
 */
export function useDeviceRequest(code: () => string) {
  // From the browser only: looking a code up is a guess, of which each address has few; the server's own
  // render is no address.
  const { data, error, refresh } = useAsyncData(
    () => `device-${code()}`,
    () => ask<Claimed>('GET', `?user_code=${code()}`),
    { server: false, lazy: true },
  )
  const answered = ref<'approved' | 'denied'>()

  const state = computed<DeviceState | undefined>(() => {
    if (answered.value) return answered.value
    if (error.value) return faults[(error.value.cause as ApiError | undefined)?.code ?? '']
    if (data.value?.status === 'pending') return data.value.client_id ? 'waiting' : 'taken'
    return data.value?.status
  })

  /** Throws {@link ApiError}. */
  async function answer(verdict: 'approve' | 'deny') {
    await ask('POST', `/${verdict}`, { userCode: code() })
    answered.value = verdict === 'approve' ? 'approved' : 'denied'
  }

  return { state, error, refresh, answer, client: computed(() => data.value?.client_id) }
}

async function ask<T>(method: 'GET' | 'POST', path: string, body?: Record<string, string>): Promise<T> {
  try {
    return await $fetch<T>(`/api/auth/device${path}`, { method, body, retry: 0 })
  } catch (error) {
    throw toApiError(error as FetchError)
  }
}
