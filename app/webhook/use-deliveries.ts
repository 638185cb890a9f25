import type { WebhookDelivery } from '#shared/contract/webhook'

const REFRESH_MS = 2000
/**
 * Milliseconds: a message that is due within this time is about to be sent. While it is being sent, it is
 * listed as due in a minute, so that it is sent again if the process of the server ends.
 */
const SENDING_MS = 90_000

/**
 * The messages of a webhook, newest first. The list is loaded again while one of the messages is about to be
 * sent.
 */
export function useDeliveries(webhookId: string) {
  const api = useApi()
  const list = usePagination<WebhookDelivery>(
    () => `deliveries-${webhookId}`,
    async before => {
      const { deliveries, next } = await api('GET /api/webhooks/{id}/deliveries', {
        params: { id: webhookId },
        query: { before },
      })
      return { items: deliveries, next }
    },
  )
  const isAwaited = ({ nextAttemptAt }: WebhookDelivery) =>
    nextAttemptAt !== null && Date.parse(nextAttemptAt) - Date.now() < SENDING_MS
  let timer: ReturnType<typeof setInterval> | undefined
  onMounted(() => {
    timer = setInterval(() => {
      if (list.items.value.some(isAwaited)) void list.refresh()
    }, REFRESH_MS)
  })
  onBeforeUnmount(() => clearInterval(timer))
  return list
}
