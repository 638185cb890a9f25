/** The capabilities of agent tokens. The actions that each capability allows are in shared/permissions.ts. */
export const capabilities = [
  'artifact:write',
  'artifact:read',
  'feedback:read',
  'thread:reply',
  'project:create',
] as const
export type Capability = (typeof capabilities)[number]
