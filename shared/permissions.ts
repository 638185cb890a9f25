import type { Role } from './contract/roles'

/** What a person may do in a workspace. The dashboard asks the same table which buttons to show. */
export const actions = ['look', 'annotate', 'decide', 'contribute', 'manage'] as const
/**
 * `look` reads; `annotate` notes, replies, resolves; `decide` sets verdicts and preferences;
 * `contribute` adds, changes and removes evidence, reviews, projects and tokens; `manage` is the owner's.
 */
export type Action = (typeof actions)[number]

const allowed: Record<Role, readonly Action[]> = {
  owner: ['look', 'annotate', 'decide', 'contribute', 'manage'],
  member: ['look', 'annotate', 'decide', 'contribute'],
  reviewer: ['look', 'annotate', 'decide'],
}

/** Whether a role allows an action. */
export function may(role: Role, action: Action): boolean {
  return allowed[role].includes(action)
}
