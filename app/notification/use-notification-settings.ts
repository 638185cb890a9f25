import type { MailFrequency } from '#shared/notifications'

/** The setting for when the person receives notifications by email. */
export function useNotificationSettings() {
  const api = useApi()
  const { data, error, refresh } = useAsyncData(
    'notification-settings',
    () => api('GET /api/me/notification-settings'),
    { lazy: true, deep: false },
  )
  const { run: choose, failure } = useAction(async (mail: MailFrequency) => {
    data.value = await api('PUT /api/me/notification-settings', { body: { mail } })
  })
  return { settings: data, error, refresh, choose, failure }
}
