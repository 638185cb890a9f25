import type { Db } from '~~/server/db'
import type { user } from '~~/server/db/schema'

/**
 * Functions of other modules that are called during sign-in. They are passed as parameters, since the sign-in
 * modules do not import those modules.
 */
export interface AuthHooks {
  /**
   * Called after a session was created. The person then has an account. `groups` are their groups at the
   * OpenID provider; null if it did not list them, or the person signed in otherwise.
   */
  onSession: (person: typeof user.$inferSelect, groups: readonly string[] | null) => Promise<void>
  /** Called after a session was deleted because the person signed out, revoked it or changed the password. */
  onSessionEnd: (sessionId: string) => void
  /**
   * Returns whether a token belongs to a valid invitation for an email. Called when a person signs up
   * although sign-up is closed.
   */
  isInvited: (token: string, email: string) => Promise<boolean>
  /**
   * Revokes the agent tokens and the unused invitations that a person made, inside the given transaction.
   * Returns the number of tokens. Called when a password is reset in an account whose email is unconfirmed.
   */
  revokeGranted: (tx: Db, userId: string) => Promise<number>
  /**
   * Sends the person of an account a mail which states that agent tokens were revoked at a password reset.
   * Never throws.
   */
  sendTokensRevoked: (to: { name: string; email: string }, tokens: number) => Promise<void>
  /**
   * Sends the link with which a person who forgot the password chooses a new one. Null if the server has no
   * mail server.
   */
  sendPasswordReset: ((to: { name: string; email: string }, url: string) => Promise<void>) | null
}
