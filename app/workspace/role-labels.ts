import type { Role } from '#shared/contract/roles'
import { roles as text } from '~/text/shell'

/** The name of each role, and what it allows. */
export const roleLabels: Record<Role, { label: string; description: string }> = text
