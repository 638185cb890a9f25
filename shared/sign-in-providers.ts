/**
 * The sign-in providers that are built into better-auth: their ids in better-auth and in the table `account`,
 * and their display names, in the order of the buttons. To add a provider that needs only a client id and a
 * secret, add it to this list. The settings of a provider are `{ID}_CLIENT_ID` and `{ID}_CLIENT_SECRET`, such
 * as `DISCORD_CLIENT_ID`.
 */
export const socialProviders = { google: 'Google', github: 'GitHub' } as const
export type SocialProviderId = keyof typeof socialProviders
export const socialProviderIds = Object.keys(socialProviders) as SocialProviderId[]

/** The id of a provider. `oidc` is the OpenID Connect provider that the settings of the server describe. */
export type SignInProviderId = 'oidc' | SocialProviderId
export const signInProviderIds: readonly SignInProviderId[] = ['oidc', ...socialProviderIds]

/** The name of an environment variable that contains the client id or the secret of a built-in provider. */
export type SocialProviderSetting = `${Uppercase<SocialProviderId>}_CLIENT_${'ID' | 'SECRET'}`

/**
 * Returns the names of the environment variables that contain the client id and the secret of a built-in
 * provider.
 */
export function settingsOfProvider(
  id: SocialProviderId,
): [id: SocialProviderSetting, secret: SocialProviderSetting] {
  const prefix = id.toUpperCase() as Uppercase<SocialProviderId>
  return [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`]
}
