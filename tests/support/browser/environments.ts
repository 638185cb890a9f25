/**
 * The settings of a server that allows workspaces without an owner, and webhooks and forges at private
 * addresses. Test files share a worker, its server and its browser only if they use this same object, because
 * Playwright compares the values of options by identity.
 */
export const permissive = {
  UNCLAIMED_WORKSPACES: 'on',
  WEBHOOKS_TO_PRIVATE: 'on',
  FORGES_TO_PRIVATE: 'on',
}
