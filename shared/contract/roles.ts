export const roles = ['owner', 'member', 'reviewer'] as const
/** What a person may do in a workspace: see the table in shared/permissions.ts. */
export type Role = (typeof roles)[number]
/** The roles a person can be invited as. */
export const invitedRoles = ['member', 'reviewer'] as const satisfies readonly Role[]
