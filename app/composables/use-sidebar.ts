/** What the sidebar counts: projects with their open reviews, and reviews that wait. */
export function useSidebar() {
  const api = useApi()
  const { data, refresh } = useAsyncData('sidebar', async () => {
    const [{ projects }, inbox] = await Promise.all([api('GET /api/projects'), api('GET /api/inbox')])
    return { projects, waiting: inbox.addressed.length + inbox.fresh.length }
  }, { lazy: true })
  return {
    projects: computed(() => data.value?.projects ?? []),
    waiting: computed(() => data.value?.waiting ?? 0),
    refresh,
  }
}
