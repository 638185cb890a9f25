/** The actions and checks that the rest of the server adds to signing in. */
export interface AuthHooks {
  /** Called after a session was created. The person then has an account. */
  onSession: (user: { id: string; name: string }) => Promise<void>
  /** Called after a session was deleted: by signing out, by revoking it, or by a new password. */
  onSessionEnd: (sessionId: string) => void
  /**
   * Returns whether a token belongs to a valid invitation for an email. Called for sign-ups if sign-up is
   * closed.
   */
  isInvited: (token: string, email: string) => Promise<boolean>
  /** Sends the link to replace a forgotten password; null without a mail server. */
  sendPasswordReset: ((to: { name: string; email: string }, url: string) => Promise<void>) | null
}
