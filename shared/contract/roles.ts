export const roles = ['owner', 'member', 'reviewer'] as const
/** The role of a person in a workspace: see the table in shared/permissions.ts. */
export type Role = (typeof roles)[number]
/** The roles that a person can be invited with. */
export const invitedRoles = ['member', 'reviewer'] as const satisfies readonly Role[]
