import { sharedResponse } from '~/ui/shared-response'
/** The projects of the workspace with their counts; `find` searches all workspaces of the person. */
export function useProjects() {
  const api = useApi()
  const { workspaceId } = useWorkspace()
  const { data, error, refresh } = useAsyncData('projects', () => api('GET /api/projects'), sharedResponse)
  return {
    projects: computed(
      () => data.value?.projects.filter(each => each.workspaceId === workspaceId.value) ?? [],
    ),
    inWorkspace: (id: string) => data.value?.projects.filter(each => each.workspaceId === id) ?? [],
    find: (id: string | null) => data.value?.projects.find(each => each.id === id),
    refresh,
    loading: computed(() => !data.value && !error.value),
  }
}
