import type { Role } from '#shared/contract/roles'
import { roles as text } from '~/text/shell'

/** The name and the description of each role. */
export const roleLabels: Record<Role, { label: string; description: string }> = text
