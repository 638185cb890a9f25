/**
 * The documents in `docs/` that every server serves to everyone, as `/docs/NAME.md`, with its own URLs.
 */
export const guides = [
  'mcp',
  'reporters',
  'ci',
  'pull-requests',
  'webhooks',
  'waking',
  'context',
  'changes',
  'retention',
] as const
export type Guide = (typeof guides)[number]

/** Returns the path of a document of {@link guides} on a server. */
export const guidePath = (name: Guide): string => `/docs/${name}.md`
