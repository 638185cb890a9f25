import type { ForgeKind } from '#shared/forge/dialects'
import { text } from '~/text/forge'

/** What a forge is called, and which token it needs. */
export const forgeLabels: Record<ForgeKind, { label: string; address: string; token: string }> = {
  github: { ...text.kinds.github, address: 'https://github.com' },
  gitlab: { ...text.kinds.gitlab, address: 'https://gitlab.com' },
  gitea: { ...text.kinds.gitea, address: '' },
}
