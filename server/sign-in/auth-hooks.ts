/** What the rest of the server adds to signing in. */
export interface AuthHooks {
  /** Called after a session was created; the person has an account by then. */
  onSession: (user: { id: string; name: string }) => Promise<void>
  /** Called after a session was deleted: by signing out, by revoking it, or by a new password. */
  onSessionEnd: (sessionId: string) => void
  /**
   * Returns whether a token is of a valid invitation for an email. Called for sign-ups where sign-up is
   * closed.
   */
  isInvited: (token: string, email: string) => Promise<boolean>
  /** Sends the address at which a forgotten password is replaced; null without a mail server. */
  sendPasswordReset: ((to: { name: string; email: string }, url: string) => Promise<void>) | null
}
