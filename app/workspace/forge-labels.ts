import type { ForgeKind } from '#shared/forge/dialects'
import { forge as text } from '~/text/integrations'

/** The address of the API that a new connection begins with. */
export const forgeAddresses: Record<ForgeKind, string> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  gitea: '',
}

/** Returns the name of a forge, and which token it needs. */
export const forgeLabel = (kind: ForgeKind): { label: string; token: string } => text.kinds[kind]
