import type { ForgeKind } from '#shared/forge/dialects'

/** What a forge is called, and which token it needs. */
export const forgeLabels: Record<ForgeKind, { label: string; address: string; token: string }> = {
  github: {
    label: 'GitHub',
    address: 'https://github.com',
    token:
      'A fine-grained token for this repository that may read and write pull requests and commit statuses.',
  },
  gitlab: {
    label: 'GitLab',
    address: 'https://gitlab.com',
    token: 'A project access token with the role Developer and the scope api.',
  },
  gitea: {
    label: 'Gitea or Forgejo',
    address: '',
    token: 'A token that may write issues and the repository.',
  },
}
