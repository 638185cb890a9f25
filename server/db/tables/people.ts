import { mailFrequencies } from '../../../shared/notifications'
import type { Kit } from './kit'

/**
 * Defines the tables of people and sign-ins. All except the last are tables of better-auth, with its field
 * names.
 */
export function definePeople(kit: Kit) {
  const { table, text, int, bool, date, time, oneOf, index } = kit

  const user = table('user', {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull().unique(),
    emailVerified: bool('email_verified').notNull().default(false),
    image: text('image'),
    lastWorkspaceId: text('last_workspace_id'),
    /** When the person got their first workspace, at their first sign-in; null before. */
    landedAt: time('landed_at'),
    /**
     * Whether this account was the first account of the server, which belongs to the person who set the
     * server up.
     */
    first: bool('first').notNull().default(false),
    /** When an administrator suspended the person; null if the person is not suspended. */
    suspendedAt: time('suspended_at'),
    /** When the sweep will delete the person, who is suspended until then; null if no deletion is planned. */
    deletesAt: time('deletes_at'),
    /** How often the person gets notifications by mail. */
    notificationMail: oneOf('notification_mail', mailFrequencies).notNull().default('immediate'),
    createdAt: date('created_at').notNull(),
    updatedAt: date('updated_at').notNull(),
  })
  const session = table(
    'session',
    {
      id: text('id').primaryKey(),
      token: text('token').notNull().unique(),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      expiresAt: date('expires_at').notNull(),
      ipAddress: text('ip_address'),
      userAgent: text('user_agent'),
      /** Whether a program signed in instead of a browser: see scripted-session.ts. */
      scripted: bool('scripted').notNull().default(false),
      /**
       * Whether the session belongs to a device (RFC 8628). Only the token of such a session is a bearer
       * token.
       */
      device: bool('device').notNull().default(false),
      createdAt: date('created_at').notNull(),
      updatedAt: date('updated_at').notNull(),
    },
    row => [index('session_user').on(row.userId)],
  )
  const account = table(
    'account',
    {
      id: text('id').primaryKey(),
      accountId: text('account_id').notNull(),
      providerId: text('provider_id').notNull(),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      accessToken: text('access_token'),
      refreshToken: text('refresh_token'),
      idToken: text('id_token'),
      accessTokenExpiresAt: date('access_token_expires_at'),
      refreshTokenExpiresAt: date('refresh_token_expires_at'),
      scope: text('scope'),
      password: text('password'),
      createdAt: date('created_at').notNull(),
      updatedAt: date('updated_at').notNull(),
    },
    row => [index('account_user').on(row.userId)],
  )
  const passkey = table(
    'passkey',
    {
      id: text('id').primaryKey(),
      name: text('name').notNull(),
      userId: text('user_id')
        .notNull()
        .references(() => user.id, { onDelete: 'cascade' }),
      credentialID: text('credential_id').notNull().unique(),
      /** The public key of the passkey, as a COSE key in base64. */
      publicKey: text('public_key').notNull(),
      /** The signature counter of the last sign-in; 0 for authenticators that do not count. */
      counter: int('counter').notNull(),
      deviceType: text('device_type').notNull(),
      backedUp: bool('backed_up').notNull(),
      transports: text('transports'),
      /**
       * The id of the model of the authenticator (AAGUID); all zeros if the authenticator does not state it.
       */
      aaguid: text('aaguid'),
      createdAt: date('created_at').notNull(),
      /** The time of the last sign-in with the passkey; null before the first. */
      lastUsedAt: date('last_used_at'),
    },
    row => [index('passkey_user').on(row.userId)],
  )
  const verification = table(
    'verification',
    {
      id: text('id').primaryKey(),
      identifier: text('identifier').notNull(),
      value: text('value').notNull(),
      expiresAt: date('expires_at').notNull(),
      createdAt: date('created_at').notNull(),
      updatedAt: date('updated_at').notNull(),
    },
    row => [index('verification_identifier').on(row.identifier)],
  )
  const deviceCode = table('device_code', {
    id: text('id').primaryKey(),
    deviceCode: text('device_code').notNull().unique(),
    userCode: text('user_code').notNull().unique(),
    userId: text('user_id').references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: date('expires_at').notNull(),
    status: text('status').notNull(),
    lastPolledAt: date('last_polled_at'),
    pollingInterval: int('polling_interval'),
    clientId: text('client_id'),
    scope: text('scope'),
  })
  /** The failed sign-ins with an email, which delay the next attempt: see server/limits/sign-in-delays.ts. */
  const signInFailure = table(
    'sign_in_failure',
    {
      /** The SHA-256 of the email, in hex. An account with this email need not exist. */
      account: text('account').primaryKey(),
      /** The number of consecutive failed attempts, including attempts that are still running. */
      count: int('count').notNull(),
      lastAt: time('last_at').notNull(),
    },
    row => [index('sign_in_failure_last').on(row.lastAt)],
  )

  return { user, session, account, passkey, verification, deviceCode, signInFailure }
}

export type People = ReturnType<typeof definePeople>
