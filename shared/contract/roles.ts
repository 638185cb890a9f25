export const roles = ['owner', 'member', 'reviewer'] as const
/** An owner manages; a member works; a reviewer looks, annotates, resolves and decides. */
export type Role = (typeof roles)[number]
/** The roles a person can be invited as. */
export const invitedRoles = ['member', 'reviewer'] as const satisfies readonly Role[]
