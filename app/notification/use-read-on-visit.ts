/**
 * Marks the notifications about a review as read when its page is opened. A notification about a comment is
 * marked as read when the person has seen the comment.
 */
export function useReadOnVisit(reviewId: string): void {
  const api = useApi()
  onMounted(async () => {
    // A failure is ignored; the notifications then stay unread.
    const unread = await api('GET /api/notifications/unread').catch(() => null)
    if (unread?.reviewIds.includes(reviewId))
      await api('POST /api/notifications/read', { body: { reviewId } }).catch(() => {})
  })
}
