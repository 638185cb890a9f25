/** The capabilities of agent tokens. The actions that each capability allows are in shared/permissions.ts. */
export const capabilities = [
  'artifact:write',
  'artifact:read',
  'feedback:read',
  'thread:reply',
  'project:create',
] as const
export type Capability = (typeof capabilities)[number]

/**
 * The default capabilities of a new token: all capabilities that an agent needs to show its work and to
 * answer comments.
 */
export const defaultCapabilities: readonly Capability[] = [
  'artifact:write',
  'artifact:read',
  'feedback:read',
  'thread:reply',
]
