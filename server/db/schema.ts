import { dialectOf } from './dialect'
import { postgresKit } from './postgres/kit'
import { defineSchema } from './tables'
import { sqliteKit } from './tables/kit'

/**
 * The schema on the database of this process. It is defined when the module is loaded, before the settings
 * are checked, because every query names these tables.
 */
export const schema = defineSchema(
  dialectOf(process.env.DATABASE_URL) === 'postgres' ? postgresKit : sqliteKit,
)
export const {
  user,
  session,
  account,
  passkey,
  verification,
  deviceCode,
  signInFailure,
  workspace,
  membership,
  invitation,
  meter,
  billingEvent,
  token,
  oauthCode,
  project,
  review,
  round,
  artifact,
  revision,
  upload,
  thread,
  comment,
  seen,
  shareLink,
  event,
  adminEvent,
  idempotency,
  webhook,
  webhookDelivery,
  forgeConnection,
  pullRequestUpdate,
} = schema
