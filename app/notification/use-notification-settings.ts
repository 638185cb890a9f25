import { ApiError } from '#shared/client'
import { latestEdit } from '~/ui/network/latest-edit'
import type { MailFrequency } from '#shared/notifications'

/**
 * The setting for when the person receives notifications by email. A choice is shown immediately. If it
 * cannot be saved, `settings` returns to the value that is stored on the server.
 */
export function useNotificationSettings() {
  const api = useApi()
  const { data, error, refresh } = useAsyncData(
    'notification-settings',
    () => api('GET /api/me/notification-settings'),
    { lazy: true, deep: false },
  )
  /** The choice that is being saved. */
  const chosen = ref<MailFrequency>()
  const failure = shallowRef<ApiError | null>(null)
  const choose = latestEdit<MailFrequency>({
    show(mail) {
      chosen.value = mail
      failure.value = null
    },
    async send(mail) {
      data.value = await api('PUT /api/me/notification-settings', { body: { mail } })
    },
    fail(error) {
      if (!(error instanceof ApiError)) throw error
      failure.value = error
    },
    end() {
      chosen.value = undefined
    },
  })
  const settings = computed(() => data.value && { ...data.value, mail: chosen.value ?? data.value.mail })
  return { settings, error, refresh, choose, failure }
}
