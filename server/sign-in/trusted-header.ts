import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { settings } from '~~/server/settings'
import { signInRefusal } from './sign-in-refusal'

/** A person as named by the headers of an authenticating proxy. */
export interface NamedPerson {
  /** The email in lower case, as in the authentication library's tables. */
  email: string
  name: string
}

const Email = z.email().max(254).toLowerCase()

/**
 * Returns the person that the header of `TRUSTED_USER_HEADER` names. Returns null if the setting is not set,
 * or if the header is missing, repeated or not an email address. Call it only after `server/http` has removed
 * the header from requests that did not come through the proxy.
 */
export function namedPerson(headers: Headers | undefined): NamedPerson | null {
  const { trustedHeader } = settings()
  if (!trustedHeader) return null
  const email = Email.safeParse(headers?.get(trustedHeader.email)?.trim())
  if (!email.success) return null
  return { email: email.data, name: decoded(trustedHeader.name && headers?.get(trustedHeader.name)) }
}

/** Decodes the value of a header. Node.js decodes headers as Latin-1, while proxies send names in UTF-8. */
function decoded(value: string | null | undefined): string {
  const bytes = Buffer.from(value ?? '', 'latin1')
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? (value ?? '') : text
}

/**
 * Returns whether a person may have a session in a browser. With `TRUSTED_USER_HEADER`, only the person whom
 * the header names may have one; without it, everyone may.
 */
export function isNamedByProxy(email: string, headers: Headers | undefined): boolean {
  return !settings().trustedHeader || namedPerson(headers)?.email === email.toLowerCase()
}

/** Adds the endpoint `signInNamed`. It has no URL, so that only this server can call it. */
export function trustedHeaderSignIn() {
  return {
    id: 'trusted-header',
    endpoints: {
      /**
       * Signs in the person whose email a proxy has confirmed: creates a session for the account with this
       * email, and creates the account if there is none. Sets the session's cookie. Rejects an existing
       * account whose email was never confirmed, because another person may have registered it.
       */
      signInNamed: createAuthEndpoint.serverOnly(
        {
          method: 'POST',
          requireHeaders: true,
          body: z.object({ email: z.string(), name: z.string(), invitation: z.string().optional() }),
        },
        async context => {
          const { email, name } = context.body
          const { internalAdapter } = context.context
          const found = await internalAdapter.findUserByEmail(email)
          if (found && !found.user.emailVerified) throw signInRefusal('account_not_linked')
          const user =
            found?.user ??
            (await internalAdapter.createUser(
              { email, name, emailVerified: true },
              { method: 'trusted-header' },
            ))
          const session = await internalAdapter.createSession(user.id)
          await setSessionCookie(context, { session, user })
          return context.json({ ok: true })
        },
      ),
    },
  }
}
