import { genericOAuth } from 'better-auth/plugins'
import type { BetterAuthOptions } from 'better-auth'
import {
  signInProviderIds,
  socialProviderIds,
  socialProviders,
  type SignInProviderId,
} from '#shared/sign-in-providers'
import { settings } from '~~/server/settings'
import { metadataUrl, personOf, readClaims, rememberGroups } from './oidc-claims'

/** Returns the display name of a provider, even if it is switched off. */
export function providerName(id: SignInProviderId): string {
  return id === 'oidc' ? (settings().providers.oidc?.name ?? 'OpenID Connect') : socialProviders[id]
}

/** Returns the providers that are switched on, with their names. */
export function activeProviders(): { id: SignInProviderId; name: string }[] {
  const { providers } = settings()
  return signInProviderIds.filter(id => providers[id] !== null).map(id => ({ id, name: providerName(id) }))
}

/**
 * Returns the options of the providers that better-auth includes and that are switched on. An ID token alone
 * is never enough to sign in.
 */
export function socialProviderOptions(): BetterAuthOptions['socialProviders'] {
  const { providers } = settings()
  return Object.fromEntries(
    socialProviderIds.flatMap(id => {
      const client = providers[id]
      return client ? [[id, { ...client, prompt: 'select_account', disableIdTokenSignIn: true }]] : []
    }),
  )
}

/** Returns the plugin of the OpenID Connect provider, if it is switched on. */
export function oidcPlugins() {
  const { oidc } = settings().providers
  if (!oidc) return []
  const { issuer, name, clientId, clientSecret } = oidc
  type Tokens = { idToken?: string; accessToken?: string }
  const config = {
    providerId: 'oidc',
    name,
    discoveryUrl: metadataUrl(issuer),
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    // The authentication library checks the signature, issuer, audience and nonce of the ID token. It also
    // checks that the subject of the token equals the subject of the profile.
    requireIdTokenVerification: true,
    // A subject is unique only within its issuer (OpenID Connect Core, 5.7). The key contains the issuer, so
    // that after a change of OIDC_ISSUER no one signs in to an account of the previous issuer's users.
    accountSubject: ({ profile: { sub } }: { profile: Record<string, unknown> }) =>
      typeof sub === 'string' && sub !== '' ? `${issuer}|${sub}` : '',
    getUserInfo: async (tokens: Tokens) => {
      const claims = await readClaims(oidc, tokens)
      if (!claims) return null
      rememberGroups(claims)
      const image = claims.picture as string | undefined
      return { ...claims, id: String(claims.sub), image, ...personOf(claims, oidc) }
    },
  }
  const plugin = genericOAuth({ config: [config] })
  // The plugin reads the provider's metadata at start and would block every request until then. This `init`
  // replaces the `init` of the plugin: it marks the provider as one whose metadata could not be read. The
  // plugin then reads it at the first sign-in, within 10 seconds, and again at the next one if that fails.
  // The mark is a private field of the plugin. If an upgrade renames the field, the tests of sign-in with
  // OpenID Connect fail. Remove `init` when the plugin can read the metadata at the first sign-in by an
  // option.
  const init = () => ({ context: { genericOAuthPendingDiscovery: new Map([['oidc', config]]) } })
  return [{ ...plugin, init }]
}
