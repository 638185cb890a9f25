import { dialectOf } from '../settings/dialect'
import { postgresKit } from './postgres/kit'
import { defineSchema } from './tables'
import { sqliteKit } from './tables/kit'

/**
 * The schema for the database of this process. It is defined when the module is loaded, before the settings
 * are checked, because every query refers to these tables.
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
  accessRequest,
  meter,
  billingEvent,
  token,
  oauthCode,
  evidenceAddress,
  project,
  review,
  round,
  verdict,
  requestedReviewer,
  artifact,
  revision,
  upload,
  comparisonSettings,
  thread,
  comment,
  pendingComment,
  commentImage,
  seen,
  archived,
  snoozed,
  notification,
  shareLink,
  viewer,
  event,
  adminEvent,
  idempotency,
  webhook,
  webhookDelivery,
  forgeConnection,
  pullRequestQuestion,
  pullRequestUpdate,
  avatar,
} = schema
