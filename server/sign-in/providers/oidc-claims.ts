import { z } from 'zod'
import { SECOND } from '#shared/time'
import { log } from '~~/server/process/log'
import { currentRequest } from '~~/server/process/request-context'
import { settings } from '~~/server/settings'
import { groupName, type OidcSettings } from '~~/server/settings/sign-in'

/** The claims about a person: claims of OpenID Connect Core (5.1), and claims of the provider alone. */
type Claims = Record<string, unknown>

const TIMEOUT_MS = 10 * SECOND

const Email = z.email().max(254)

/**
 * Returns the claims about the person who signs in. The library has checked the signature, issuer, audience
 * and nonce of the ID token before. If the ID token has no email, the claims of the provider's userinfo
 * endpoint are added. Microsoft Entra ID, for example, has `preferred_username` only in the ID token. Returns
 * null if the provider sent no ID token, if the token was issued to another client (OpenID Connect Core,
 * 3.1.3.7), or if that endpoint describes another person.
 */
export async function readClaims(
  { issuer, clientId }: OidcSettings,
  { idToken, accessToken }: { idToken?: string; accessToken?: string },
): Promise<Claims | null> {
  if (!idToken) return null
  const { email, email_verified, ...claims } = decode(idToken)
  if (claims.azp !== undefined && claims.azp !== clientId) return null
  // `email_verified` is about the email of the same document, so that both come from one of them.
  if (isGiven(email)) return { ...claims, email, email_verified }
  const userinfo = accessToken ? await readUserinfo(issuer, accessToken) : null
  if (!userinfo || !isGiven(userinfo.sub)) return claims
  return userinfo.sub === claims.sub ? { ...userinfo, ...claims } : null
}

const isGiven = (claim: unknown): boolean => claim !== undefined && claim !== null

const decode = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims

async function readUserinfo(issuer: string, accessToken: string): Promise<Claims | null> {
  const read = async (url: string, headers = {}) => {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    return response.ok ? ((await response.json()) as Claims) : null
  }
  const { userinfo_endpoint: endpoint } = (await read(metadataUrl(issuer))) ?? {}
  if (typeof endpoint !== 'string') return null
  return read(endpoint, { authorization: `Bearer ${accessToken}` })
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
 * Returns the groups in the claims of a person. Returns null if the claim is missing, as in tokens of Entra
 * ID for people with more than 200 groups: then nothing is known about their groups.
 */
function groupsIn(claims: Claims): string[] | null {
  const value = claims[settings().oidcGroupsClaim]
  if (typeof value === 'string') return [groupName(value)]
  if (!Array.isArray(value)) return null
  return value.filter(each => typeof each === 'string').map(groupName)
}
