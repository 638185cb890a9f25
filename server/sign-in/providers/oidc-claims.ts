import { z } from 'zod'
import { log } from '~~/server/process/log'
import { currentRequest } from '~~/server/process/request-context'
import { settings } from '~~/server/settings'
import { groupName, type OidcSettings } from '~~/server/settings/sign-in'
import { limitedFetch } from '~~/server/outgoing/limited-fetch'

/** The claims about a person: claims of OpenID Connect Core (5.1), and claims of the provider alone. */
type Claims = Record<string, unknown>

const Email = z.email().max(254)

/**
 * Returns the claims about the person who signs in. The authentication library has checked the signature,
 * issuer, audience and nonce of the ID token before. If the ID token has no email, or not the groups that
 * `OIDC_GROUPS` needs, the claims of the provider's userinfo endpoint are added. Microsoft Entra ID, for
 * example, has `preferred_username` only in the ID token, and GitLab has the groups only at that endpoint.
 * Returns null if the provider sent no ID token, if the token was issued to another client (OpenID Connect
 * Core, 3.1.3.7), if its subject breaks the standard, or if that endpoint describes another person or does
 * not respond although the email is needed. The person then gets back to the sign-in page.
 */
export async function readClaims(
  { issuer, clientId }: OidcSettings,
  { idToken, accessToken }: { idToken?: string; accessToken?: string },
): Promise<Claims | null> {
  if (!idToken) return null
  const { email, email_verified, ...claims } = decode(idToken)
  if (!isSubject(claims.sub)) return null
  if (claims.azp !== undefined && claims.azp !== clientId) return null
  const isStated = isGiven(email)
  const { groupRoles, oidcGroupsClaim } = settings()
  const isComplete = isStated && (groupRoles.length === 0 || isGiven(claims[oidcGroupsClaim]))
  const isNeeded = accessToken !== undefined && !isComplete
  const userinfo = isNeeded ? await readUserinfo(issuer, accessToken) : null
  if (userinfo === undefined && !isStated) return null
  const isDescribed = isGiven(userinfo?.sub)
  if (isDescribed && userinfo?.sub !== claims.sub) return null
  const all = { ...(isDescribed && userinfo), ...claims }
  // `email_verified` describes the email of the same document. So if the email comes from the ID token,
  // `email_verified` must come from it too.
  return isStated ? { ...all, email, email_verified } : all
}

const isGiven = (claim: unknown): boolean => claim !== undefined && claim !== null

const decode = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims

/**
 * Returns whether a subject has at most 255 characters of ASCII (OpenID Connect Core, 2), none of them a
 * control character. PostgreSQL cannot store all of these.
 */
const isSubject = (sub: unknown): boolean => typeof sub === 'string' && /^[ -~]{1,255}$/.test(sub)

/**
 * Reads the claims of the userinfo endpoint of a provider. Returns null if there are none, and undefined if
 * the endpoint does not respond, or not with JSON.
 */
async function readUserinfo(issuer: string, accessToken: string): Promise<Claims | null | undefined> {
  const read = async (url: string, headers = {}) => {
    const response = await limitedFetch(url, { headers })
    return response.ok ? ((await response.json()) as Claims) : null
  }
  try {
    const { userinfo_endpoint: endpoint } = (await read(metadataUrl(issuer))) ?? {}
    if (typeof endpoint !== 'string') return null
    return await read(endpoint, { authorization: `Bearer ${accessToken}` })
  } catch (error) {
    log.warn('the userinfo endpoint of the OpenID provider does not respond', { error })
    return undefined
  }
}

/** Returns the URL of the metadata of an OpenID provider (OpenID Connect Discovery, 4). */
export const metadataUrl = (issuer: string): string => `${issuer}/.well-known/openid-configuration`

/**
 * Returns the name and email of a person from their claims. Without the claim `email`, an email in
 * `preferred_username` or `upn` is used; the provider does not say whether these are confirmed. An email that
 * this server cannot use is never replaced by another claim. `OIDC_TRUST_EMAIL` decides whether the email
 * counts as confirmed although the provider does not say so.
 */
export function personOf(claims: Claims, { trustEmail }: OidcSettings) {
  const isStated = isGiven(claims.email)
  const candidates = isStated ? [claims.email] : [claims.preferred_username, claims.upn]
  const email = candidates.find(each => Email.safeParse(each).success) as string | undefined
  const confirmed = isStated ? claims.email_verified : undefined
  // Some providers send a boolean as text.
  const isConfirmed = confirmed === true || confirmed === 'true'
  const isTrusted = trustEmail === 'always' || (trustEmail === 'on' && !isGiven(confirmed))
  if (!isConfirmed && !isTrusted)
    log.warn('the OpenID provider did not confirm the email of a person, see OIDC_TRUST_EMAIL', {
      email_verified: confirmed ?? null,
    })
  return {
    name: [claims.name, claims.preferred_username].find(each => typeof each === 'string') as
      | string
      | undefined,
    email: email?.toLowerCase(),
    emailVerified: isConfirmed || isTrusted,
  }
}

/** The groups of the person who signs in, by the request that signs them in. */
const groupsOfRequest = new WeakMap<object, readonly string[]>()

/** Remembers the groups in the claims of a person until the request has created their session. */
export function rememberGroups(claims: Claims): void {
  const request = currentRequest()
  const groups = groupsIn(claims)
  if (request && groups) groupsOfRequest.set(request, groups)
}

/**
 * Returns the groups that {@link rememberGroups} remembered for the current request; null if there are none.
 */
export function groupsOfSignIn(): readonly string[] | null {
  const request = currentRequest()
  return (request && groupsOfRequest.get(request)) ?? null
}

/**
 * Returns the groups in the claims of a person. Returns null if the groups are not known: the claim is
 * missing, as in tokens of Entra ID for people with more than 200 groups, or has a form that this server does
 * not support. In this case the person must not lose roles.
 */
function groupsIn(claims: Claims): string[] | null {
  const { groupRoles, oidcGroupsClaim } = settings()
  const value = claims[oidcGroupsClaim]
  const names = (Array.isArray(value) ? value : [value]).map(nameOf)
  if (names.every(each => each !== null)) return names.map(groupName)
  if (groupRoles.length > 0)
    log.warn('the OpenID provider did not list the groups of a person, see OIDC_GROUPS', {
      claim: oidcGroupsClaim,
      reason: isGiven(value) ? 'unknown form' : isOverage(claims, oidcGroupsClaim) ? 'too many' : 'missing',
    })
  return null
}

/** Returns the name of a group in a claim: a text, or an object with the property `name`. */
function nameOf(group: unknown): string | null {
  if (typeof group === 'string') return group
  const named = group as { name?: unknown } | null | undefined
  return typeof named?.name === 'string' ? named.name : null
}

/**
 * Returns whether a claim is replaced by a reference, since its value is too long for the token (OpenID
 * Connect Core, 5.6.2).
 */
const isOverage = (claims: Claims, claim: string): boolean =>
  Object.hasOwn((claims._claim_names as object | null | undefined) ?? {}, claim)
