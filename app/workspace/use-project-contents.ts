import type { ApiResponse } from '#shared/client'
import { dialogs as text } from '~/text/project'

/**
 * Describes the content that is deleted together with a project: "This deletes 12 reviews with 40 images and
 * 3 videos."
 */
export function useProjectContents(id: string) {
  const api = useApi()
  return useAsyncData(
    `contents-${id}`,
    async () => {
      let [reviews, images, videos] = [0, 0, 0]
      let cursor: string | null | undefined
      while (cursor !== null) {
        const page: ApiResponse<'GET /api/projects/{id}/reviews'> = await api(
          'GET /api/projects/{id}/reviews',
          { params: { id }, query: { cursor } },
        )
        for (const each of page.reviews) {
          reviews += 1
          images += each.imageCount
          videos += each.videoCount
        }
        cursor = page.nextCursor
      }
      if (reviews === 0) return text.deleteProject.noReviews
      return text.deleteProject.contents(reviews, images, videos)
    },
    { lazy: true, server: false, deep: false },
  )
}
