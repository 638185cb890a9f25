import { adminSections } from '~/admin/sections'
import type { Command } from '~/ui/command-search'
import { settingsSections } from '~/workspace/settings-sections'

/** The commands of every page: navigation, theme and account. Reviews are loaded when the palette opens. */
export function useNavigationCommands() {
  const api = useApi()
  const { me, signOut } = useSession()
  const { workspaceId, can } = useWorkspace()
  const themes = useTheme()
  const { data: catalog, error } = useAsyncData(
    'catalog',
    () => (me.value ? api('GET /v1/projects') : Promise.resolve({ projects: [] })),
    { lazy: true, server: false, deep: false },
  )
  const projects = computed(
    () => catalog.value?.projects.filter(each => each.workspaceId === workspaceId.value) ?? [],
  )

  const personalCommands = computed<Command[]>(() =>
    me.value
      ? [
          {
            id: 'inbox',
            group: 'Go to',
            label: 'Inbox',
            icon: 'i-lucide-inbox',
            keys: 'G then I',
            run: () => navigateTo('/'),
          },
          ...projects.value.map(each => ({
            id: each.id,
            group: 'Go to' as const,
            label: each.name,
            detail: 'Project',
            icon: 'i-lucide-folder',
            run: () => navigateTo(`/projects/${each.id}`),
          })),
          ...projects.value.flatMap(project =>
            project.reviews.map(each => ({
              id: each.id,
              group: 'Reviews' as const,
              label: each.title,
              detail: project.name,
              icon: 'i-lucide-images',
              run: () => navigateTo(`/reviews/${each.id}`),
            })),
          ),
          ...settingsSections
            .filter(each => can(each.action))
            .map(each => ({
              id: each.to,
              group: 'Settings' as const,
              label: each.label,
              icon: 'i-lucide-settings',
              run: () => navigateTo(each.to),
            })),
          ...(me.value.admin ? adminSections : []).map(each => ({
            id: each.to,
            group: 'Administration' as const,
            label: each.label,
            icon: 'i-lucide-shield',
            run: () => navigateTo(each.to),
          })),
          {
            id: 'sign-out',
            group: 'Account',
            label: 'Sign out',
            icon: 'i-lucide-log-out',
            run: () => signOut(),
          },
        ]
      : [],
  )

  return {
    commands: computed<Command[]>(() => [
      ...personalCommands.value,
      {
        id: 'developers',
        group: 'Go to',
        label: 'Developers',
        detail: 'Quickstart and API',
        icon: 'i-lucide-terminal',
        run: () => navigateTo('/developers'),
      },
      ...themes.value.map(({ theme, label, icon, current, select }) => ({
        id: theme,
        group: 'Theme' as const,
        label,
        icon,
        current,
        run: select,
      })),
    ]),
    /** Whether projects and reviews are missing, because they could not be loaded. */
    incomplete: computed(() => error.value !== undefined && error.value !== null),
  }
}
