import { adminSections } from '~/admin/sections'
import { pullRequestLink } from '~/workspace/pull-request'
import { common } from '~/text/common'
import { palette as text } from '~/text/shell-dialogs'
import type { Command } from '~/palette/command-search'
import type { Creation } from '~/workspace/use-creation'
import { settingsSections } from '~/workspace/settings-sections'

/**
 * The commands that exist on every page, such as those for navigation, the theme and the account. Reviews are
 * loaded when the palette opens.
 */
export function useNavigationCommands() {
  const api = useApi()
  const { me, signOut } = useSession()
  const { workspaceId, can } = useWorkspace()
  const themes = useTheme()
  const { active } = useActiveShortcuts()
  const creation = useCreation()
  const { data: catalog, error } = useAsyncData(
    'catalog',
    () => (me.value ? api('GET /v1/projects') : Promise.resolve({ projects: [] })),
    { lazy: true, server: false, deep: false },
  )
  const projects = computed(
    () => catalog.value?.projects.filter(each => each.workspaceId === workspaceId.value) ?? [],
  )

  const creationCommands = computed<Command[]>(() => {
    const create = (id: string, label: string, made: Creation): Command => ({
      id: `new-${id}`,
      group: 'create',
      label,
      icon: 'i-lucide-plus',
      run: () => {
        creation.value = made
      },
    })
    return [
      ...(can('manageProjects') ? [create('project', text.commands.newProject, { what: 'project' })] : []),
      ...(can('contribute')
        ? projects.value.map(each =>
            create(each.id, text.commands.newReview(each.name), { what: 'review', projectId: each.id }),
          )
        : []),
      ...(can('manageTokens') ? [create('token', text.commands.newToken, { what: 'token' })] : []),
      create('workspace', text.commands.newWorkspace, { what: 'workspace' }),
    ]
  })

  const personalCommands = computed<Command[]>(() =>
    me.value
      ? [
          {
            id: 'inbox',
            group: 'navigation',
            label: text.commands.inbox,
            icon: 'i-lucide-inbox',
            keys: active.value.has('inbox') ? text.commands.inboxKeys : undefined,
            run: () => navigateTo('/'),
          },
          {
            id: 'notifications',
            group: 'navigation',
            label: text.commands.notifications,
            icon: 'i-lucide-bell',
            run: () => navigateTo('/notifications'),
          },
          ...projects.value.map(each => ({
            id: each.id,
            group: 'navigation' as const,
            label: each.name,
            detail: text.commands.project,
            icon: 'i-lucide-folder',
            run: () => navigateTo(`/projects/${each.id}`),
          })),
          ...projects.value.flatMap(project =>
            project.reviews.map(each => ({
              id: each.id,
              group: 'reviews' as const,
              label: each.title,
              detail: [project.name, each.prRef && pullRequestLink(each.prRef).label]
                .filter(Boolean)
                .join(' · '),
              keywords: [each.prRef, each.branch, each.externalRef].filter(Boolean).join(' '),
              icon: 'i-lucide-images',
              run: () => navigateTo(`/reviews/${each.id}`),
            })),
          ),
          ...settingsSections()
            .filter(each => can(each.action))
            .map(each => ({
              id: each.to,
              group: 'settings' as const,
              label: each.label,
              icon: 'i-lucide-settings',
              run: () => navigateTo(each.to),
            })),
          ...(me.value.admin ? adminSections() : []).map(each => ({
            id: each.to,
            group: 'administration' as const,
            label: each.label,
            icon: 'i-lucide-shield',
            run: () => navigateTo(each.to),
          })),
          ...creationCommands.value,
          {
            id: 'sign-out',
            group: 'account',
            label: common.signOut,
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
        group: 'navigation',
        label: text.commands.developers,
        detail: text.commands.developersDetail,
        icon: 'i-lucide-terminal',
        run: () => navigateTo('/developers'),
      },
      ...themes.value.map(({ theme, label, icon, current, select }) => ({
        id: theme,
        group: 'theme' as const,
        label,
        icon,
        current,
        run: select,
      })),
    ]),
    /** Whether projects and reviews are missing because they could not be loaded. */
    incomplete: computed(() => error.value !== undefined && error.value !== null),
  }
}
