import { workspace as text } from '~/text/shell'
import type { ApiResponse } from '#shared/client'
import { sharedResponse } from '~/ui/network/shared-response'

/** Returns the name of the project that is created for a person's first review. */
export const firstProjectName = (): string => text.firstProject

/** The projects of the workspace, with their counts. `find` searches all workspaces of the person. */
export function useProjects() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const { data: loaded } = useNuxtData<ApiResponse<'GET /api/projects'>>('projects')
  /** Loads the projects. If a refresh fails, the previous list stays. */
  const load = () =>
    api('GET /api/projects').catch((failure: unknown) => {
      if (loaded.value) return loaded.value
      throw failure
    })
  const { data, error, refresh } = useAsyncData('projects', load, sharedResponse)
  return {
    projects: computed(
      () => data.value?.projects.filter(each => each.workspaceId === workspaceId.value) ?? [],
    ),
    inWorkspace: (id: string) => data.value?.projects.filter(each => each.workspaceId === id) ?? [],
    find: (id: string | null) => data.value?.projects.find(each => each.id === id),
    refresh,
    /**
     * Creates a project in the workspace and returns its id. Throws an `ApiError` if the request fails.
     */
    async create(name: string): Promise<string> {
      const { project } = await api('POST /api/projects', { body: { name, workspaceId: workspaceId.value } })
      await refresh()
      return project.id
    },
    loading: computed(() => !data.value && !error.value),
    failed: computed(() => !data.value && Boolean(error.value)),
  }
}
