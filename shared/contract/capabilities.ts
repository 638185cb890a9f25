/** The capabilities of agent tokens: see shared/permissions.ts for the actions that each one allows. */
export const capabilities = [
  'artifact:write',
  'artifact:read',
  'feedback:read',
  'thread:reply',
  'project:create',
] as const
export type Capability = (typeof capabilities)[number]
