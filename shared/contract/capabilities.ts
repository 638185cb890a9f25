/** The capabilities of agent tokens. The actions that each capability allows are in shared/permissions.ts. */
export const capabilities = [
  'artifact:write',
  'artifact:read',
  'feedback:read',
  'thread:reply',
  'project:create',
] as const
export type Capability = (typeof capabilities)[number]

/** The capabilities of a new token by default: all of an agent that shows its work and answers comments. */
export const defaultCapabilities: readonly Capability[] = [
  'artifact:write',
  'artifact:read',
  'feedback:read',
  'thread:reply',
]
