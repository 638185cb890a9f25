import { genericOAuth } from 'better-auth/plugins'
import { settings } from '~~/server/settings'

/**
 * The sign-in providers by their names in better-auth and in the table `account`, in the order of the
 * buttons.
 */
export const providerIds = ['oidc', 'google', 'github'] as const
export type ProviderId = (typeof providerIds)[number]

/** Returns the display name of a provider, even if it is switched off. */
export function providerName(id: ProviderId): string {
  return { oidc: settings().providers.oidc?.name ?? 'OpenID Connect', google: 'Google', github: 'GitHub' }[id]
}

/** Returns the providers that are switched on, with their names. */
export function activeProviders(): { id: ProviderId; name: string }[] {
  const { providers } = settings()
  return providerIds.filter(id => providers[id] !== null).map(id => ({ id, name: providerName(id) }))
}

/** Returns the options of better-auth's built-in providers. An ID token alone never signs anyone in. */
export function socialProviders() {
  const { github, google } = settings().providers
  return {
    ...(github && { github: { ...github, prompt: 'select_account' as const } }),
    ...(google && {
      google: { ...google, prompt: 'select_account' as const, disableIdTokenSignIn: true },
    }),
  }
}

/** Returns the plugin of the OpenID Connect provider, if it is on. */
export function oidcPlugins() {
  const { oidc } = settings().providers
  if (!oidc) return []
  const { issuer, name, clientId, clientSecret } = oidc
  const config = {
    providerId: 'oidc',
    name,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    // The signature, issuer, audience and nonce of the ID token are checked, and that its subject equals that
    // of the profile.
    requireIdTokenVerification: true,
    // A subject is unique only within its issuer (OpenID Connect Core, 5.7). With the issuer in the key,
    // another OIDC_ISSUER never signs people in to the accounts of the previous one. The checks above need an
    // ID token: the sign-in fails if the provider sends none.
    accountSubject: ({
      tokens,
      profile,
    }: {
      tokens: { idToken?: string }
      profile: Record<string, unknown>
    }) =>
      tokens.idToken && typeof profile.sub === 'string' && profile.sub !== ''
        ? `${issuer}|${profile.sub}`
        : '',
    mapProfileToUser: (profile: Record<string, unknown>) => ({
      name: [profile.name, profile.preferred_username].find(each => typeof each === 'string') as
        | string
        | undefined,
    }),
  }
  const plugin = genericOAuth({ config: [config] })
  // The library reads the provider's metadata at start and would block every request until then. Here it is
  // read at the first sign-in, within 10 seconds, and again at the next one if that fails.
  const init = () => ({ context: { genericOAuthPendingDiscovery: new Map([['oidc', config]]) } })
  return [{ ...plugin, init }]
}
