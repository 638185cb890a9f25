import { and, eq, lt, or } from 'drizzle-orm'
import type { Db } from '~~/server/db'
import { user } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

interface Candidate {
  id: string
  email: string
  emailVerified: boolean
  createdAt: Date
}

/**
 * Returns whether a person administers this server: `ADMINS` lists their email, and the email is confirmed. A
 * server without a mail server, a sign-in provider or a proxy cannot confirm emails. There, the first account
 * needs no confirmed email, since it belongs to the person who sets the server up. Later accounts are not
 * trusted, since anyone could register an email of `ADMINS`.
 */
export async function isAdmin(executor: Db, person: Candidate): Promise<boolean> {
  if (!settings().admins.includes(person.email.toLowerCase())) return false
  return person.emailVerified || (!canConfirmEmails() && (await isFirstAccount(executor, person)))
}

/** Returns whether this server has a way to confirm that an email belongs to a person. */
function canConfirmEmails(): boolean {
  const { smtp, providers, trustedHeader } = settings()
  return smtp !== null || trustedHeader !== null || Object.values(providers).some(each => each !== null)
}

async function isFirstAccount(executor: Db, { id, createdAt }: Candidate): Promise<boolean> {
  const [earlier] = await executor
    .select({ id: user.id })
    .from(user)
    .where(or(lt(user.createdAt, createdAt), and(eq(user.createdAt, createdAt), lt(user.id, id))))
    .limit(1)
  return earlier === undefined
}
