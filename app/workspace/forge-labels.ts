import type { ForgeKind } from '#shared/forge/dialects'
import { forge as text } from '~/text/integrations'

/** The default URL for a new connection to each forge. */
export const forgeAddresses: Record<ForgeKind, string> = {
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  gitea: '',
}

/** Returns the name of a forge, and the kind of token that it needs. */
export const forgeLabel = (kind: ForgeKind): { label: string; token: string } => text.kinds[kind]
