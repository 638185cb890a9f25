import { pathOf } from '#shared/client'
import type { Artifact } from '#shared/contract/artifact'
import type { ComputedRef } from 'vue'

/**
 * Returns the path of the original file of an artifact's current revision; null if the person may not
 * download the file, or if the file has expired or was deleted.
 */
export function useOriginalAddress(artifact: () => Artifact | undefined): ComputedRef<string | null> {
  const { id, share, payload } = useReviewSource()
  const { canAnnotate } = useReviewAccess()
  const { canIn } = useWorkspace()
  return computed(() => {
    const { id: artifactId, currentRevision } = artifact() ?? {}
    if (!artifactId || currentRevision?.mediaState !== 'active') return null
    if (share.value?.allowDownload)
      return pathOf('GET /api/share/{token}/artifacts/{id}/download', { token: id, id: artifactId })
    // On the page of a share link, even members of the workspace have only the permissions of the link.
    return canAnnotate && canIn(payload.value?.project.workspaceId, 'downloadOriginals')
      ? pathOf('GET /v1/artifacts/{id}/download', { id: artifactId })
      : null
  })
}
