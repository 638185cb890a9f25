/**
 * The URLs of the pages and endpoints of the service. No other file writes any of these URLs. `base` is the
 * public URL of the server without a trailing slash.
 */
export const addresses = {
  review: (base: string, reviewId: string) => `${base}/reviews/${reviewId}`,
  project: (base: string, projectId: string) => `${base}/projects/${projectId}`,
  artifact: (base: string, reviewId: string, artifactId: string) =>
    `${base}/reviews/${reviewId}#${artifactId}`,
  thread: (base: string, reviewId: string, threadId: string) => `${base}/reviews/${reviewId}#${threadId}`,
  threadPicture: (base: string, threadId: string) => `${base}/v1/threads/${threadId}/picture`,
  upload: (base: string, token: string) => `${base}/v1/uploads/${token}`,
  evidence: (base: string, ticket: string) => `${base}/v1/evidence?ticket=${ticket}`,
  wait: (base: string, reviewId: string, cursor: string) =>
    `${base}/v1/reviews/${reviewId}/wait?since=${cursor}&fields=compact`,
  /**
   * Returns another address of the same review, made from the address at which a client waits. `path` follows
   * the id of the review.
   */
  besideWait: (waitUrl: string, path: string) => waitUrl.replace(/\/wait\?.*$/, `/${path}`),
  share: (base: string, token: string) => `${base}/r/${token}`,
  claim: (base: string, code: string) => `${base}/claim/${code}`,
  invitation: (base: string, token: string) => `${base}/invite/${token}`,
  passwordReset: (base: string, token: string) =>
    `${base}/api/auth/reset-password/${token}?callbackURL=%2Freset-password`,
  emailChange: (base: string, token: string) => `${base}/confirm-email/${token}`,
  signIn: (base: string) => `${base}/sign-in`,
  device: (base: string) => `${base}/device`,
  billing: (base: string) => `${base}/settings/billing`,
  mcp: (base: string) => `${base}/mcp`,
  resourceMetadata: (base: string) => `${base}/.well-known/oauth-protected-resource/mcp`,
  notificationSettings: (base: string) => `${base}/settings/notifications`,
  forgeEvents: (base: string, projectId: string) => `${base}/api/projects/${projectId}/forge/events`,
  webhooks: (base: string) => `${base}/settings/webhooks`,
  capability: (base: string, token: string) => `${base}/e/${token}`,
}
