/** What an agent token may be allowed to do: see shared/permissions.ts for what each one grants. */
export const capabilities = [
  'artifact:write',
  'artifact:read',
  'feedback:read',
  'thread:reply',
  'project:create',
] as const
export type Capability = (typeof capabilities)[number]
