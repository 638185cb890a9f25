import { fileError, suggestReviewTitle } from '~/evidence/file'
import { firstProjectName } from '~/workspace/use-projects'

/**
 * The files that a review page uploads as soon as it opens. They are stored in `useState`, because the page
 * that was open before provides them.
 */
export const useFilesToUpload = () => useState<File[]>('files-to-upload', () => [])

/**
 * Creates a review for files and opens its page, which uploads the files. If there is no project, creates
 * one. `refusal`: the reason why none of the files can be evidence, so that no review was created.
 */
export function useStartReview() {
  const api = useApi()
  const { projects, create } = useProjects()
  const handed = useFilesToUpload()
  const refusal = ref<string | null>(null)

  const { run, busy, failure } = useAction(async (files: File[], title: string, projectId?: string) => {
    const project = projectId ?? projects.value[0]?.id ?? (await create(firstProjectName()))
    const { review } = await api('POST /v1/reviews', { body: { projectId: project, title } })
    handed.value = files
    await navigateTo(`/reviews/${review.id}`)
  })

  return {
    busy,
    failure,
    refusal,
    async start(files: File[], projectId?: string): Promise<void> {
      const usable = files.filter(each => fileError(each) === null)
      refusal.value = usable.length > 0 || !files[0] ? null : fileError(files[0])
      if (usable.length > 0) await run(files, suggestReviewTitle(usable), projectId)
    },
  }
}
