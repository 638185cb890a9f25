/**
 * Marks the notifications about a review as read when its page is opened. Notifications about comments become
 * read with the comments.
 */
export function useReadOnVisit(reviewId: string): void {
  const api = useApi()
  onMounted(async () => {
    // A failure is ignored: the notifications stay unread.
    const unread = await api('GET /api/notifications/unread').catch(() => null)
    if (unread?.reviewIds.includes(reviewId))
      await api('POST /api/notifications/read', { body: { reviewId } }).catch(() => {})
  })
}
