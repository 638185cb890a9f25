import { defineSchema } from './tables'
import { sqliteKit } from './tables/kit'

/** The schema on SQLite; drizzle-kit reads the tables from here. */
export const schema = defineSchema(sqliteKit)
export const {
  user,
  session,
  account,
  verification,
  deviceCode,
  workspace,
  membership,
  invitation,
  meter,
  billingEvent,
  token,
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
  idempotency,
} = schema
