/**
 * The parts of the server that an operator can turn off, each with its setting. The permission table names
 * the part that each action belongs to, so that no operation of a part is forgotten.
 */
export const features = {
  shareLinks: { setting: 'SHARE_LINKS', name: 'Share links are' },
  guestComments: { setting: 'SHARE_LINKS', name: 'Comments through share links are' },
  webhooks: { setting: 'WEBHOOKS', name: 'Webhooks are' },
  mcp: { setting: 'MCP', name: 'The MCP server is' },
  uploadsByHand: { setting: 'UPLOADS_BY_HAND', name: 'Uploads of evidence by people are' },
} as const

export type Feature = keyof typeof features
export const featureNames = Object.keys(features) as [Feature, ...Feature[]]
