import type { ApiAnswer } from '~/ui/use-api'
import { counted } from '~/ui/format'

/**
 * What goes with a project, in words: "12 reviews with 40 pictures and 3 recordings go"; null while it is
 * counted.
 */
export function useProjectContents(id: string) {
  const api = useApi()
  return useAsyncData(
    `contents-${id}`,
    async () => {
      let [reviews, pictures, recordings] = [0, 0, 0]
      let cursor: string | null | undefined
      while (cursor !== null) {
        const page: ApiAnswer<'GET /api/projects/{id}/reviews'> = await api(
          'GET /api/projects/{id}/reviews',
          { params: { id }, query: { cursor } },
        )
        for (const each of page.reviews) {
          reviews += 1
          pictures += each.imageCount
          recordings += each.videoCount
        }
        cursor = page.nextCursor
      }
      if (reviews === 0) return 'It holds no reviews.'
      const files = [
        pictures > 0 && counted(pictures, 'picture'),
        recordings > 0 && counted(recordings, 'recording'),
      ]
        .filter(Boolean)
        .join(' and ')
      return `${counted(reviews, 'review')} with ${files || 'no evidence'} ${reviews === 1 ? 'goes' : 'go'}: every revision, stored file and note.`
    },
    { lazy: true, server: false, deep: false },
  )
}
