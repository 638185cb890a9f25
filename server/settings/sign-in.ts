import {
  settingsOfProvider,
  socialProviderIds,
  socialProviders,
  type SocialProviderId,
  type SocialProviderSetting,
} from '#shared/sign-in-providers'
import type { Role } from '#shared/contract/roles'
import { requireAllOrNone, type Fail } from './all-or-none'

/** The credentials of this server as a client of a sign-in provider. */
export interface ProviderClient {
  clientId: string
  clientSecret: string
}

/** The client of an OpenID provider. */
export interface OidcSettings extends ProviderClient {
  /** The URL of the issuer without a trailing slash. */
  issuer: string
  /** The label of the button with which people sign in through the provider. */
  name: string
  /**
   * Which emails count as confirmed. `off`: emails that the provider confirms; `on`: also emails of which the
   * provider does not say whether they are confirmed; `always`: all.
   */
  trustEmail: 'off' | 'on' | 'always'
}

/** A workspace that people join at their sign-in: its name or id, and their role in it. */
export interface WorkspaceRole {
  workspace: string
  role: Role
}

/** How people sign in and who may sign up. */
export interface SignInSettings {
  /**
   * `invite` closes sign-up for everyone except the first account and invited people; `domain` opens it for
   * {@link domains} only.
   */
  signUps: 'open' | 'invite' | 'domain'
  /**
   * The domains whose confirmed email addresses may sign up, in lower case. Empty unless `signUps` is
   * `domain`.
   */
  signUpDomains: readonly string[]
  /** Whether people may sign in with a password. */
  passwordSignIn: boolean
  /** The sign-in providers; null for each provider that is switched off. */
  providers: {
    oidc: OidcSettings | null
  } & Record<SocialProviderId, ProviderClient | null>
  /** The claim of the OpenID provider that lists the groups of a person. */
  oidcGroupsClaim: string
  /**
   * The workspace that new accounts of the organization join. They get no workspace of their own. Null if
   * there is no such workspace.
   */
  defaultWorkspace: WorkspaceRole | null
  /** Groups of the OpenID provider, each with the workspace whose members its people are, and their role. */
  groupRoles: readonly (WorkspaceRole & { group: string })[]
  /**
   * The headers, in lower case, in which an authenticating proxy names the person; null if no proxy signs
   * people in.
   */
  trustedHeader: { email: string; name: string | null } | null
}

/** The environment variables from which {@link signInSettings} reads. */
interface Values extends Partial<Record<SocialProviderSetting, string>> {
  SIGN_UPS: string
  PASSWORD_SIGN_IN: boolean
  TRUST_PROXY: boolean
  OIDC_ISSUER?: string
  OIDC_CLIENT_ID?: string
  OIDC_CLIENT_SECRET?: string
  OIDC_NAME: string
  OIDC_TRUST_EMAIL: OidcSettings['trustEmail']
  OIDC_GROUPS_CLAIM: string
  OIDC_GROUPS?: string
  DEFAULT_WORKSPACE?: string
  TRUSTED_USER_HEADER?: string
  TRUSTED_NAME_HEADER?: string
}

/** Adds a fault for each setting that contradicts another setting or requires another setting. */
export function checkSignIn(value: Values, fail: Fail): void {
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const
  requireAllOrNone(value, oidc, 'sign-in with OpenID Connect is on', fail)
  for (const id of socialProviderIds)
    requireAllOrNone(value, settingsOfProvider(id), `sign-in with ${socialProviders[id]} is on`, fail)
  if (value.OIDC_ISSUER && !isSafeIssuer(value.OIDC_ISSUER))
    fail('OIDC_ISSUER', 'must be an https address without a query; http is allowed for this machine only')
  if (value.OIDC_ISSUER && isOfAllTenants(value.OIDC_ISSUER))
    fail(
      'OIDC_ISSUER',
      'must name the tenant by its id, since Entra ID issues tokens in the name of a tenant',
    )
  if (value.OIDC_GROUPS && !value.OIDC_ISSUER)
    fail('OIDC_GROUPS', 'needs an OpenID provider, whose groups it names; set OIDC_ISSUER too, or unset this')
  if (value.DEFAULT_WORKSPACE && !value.OIDC_ISSUER && !value.TRUSTED_USER_HEADER && !isByDomain(value))
    fail(
      'DEFAULT_WORKSPACE',
      'is for people of an organization; set OIDC_ISSUER, TRUSTED_USER_HEADER or SIGN_UPS=domain:… too',
    )
  if (value.TRUSTED_USER_HEADER && !value.TRUST_PROXY)
    fail(
      'TRUSTED_USER_HEADER',
      'needs TRUST_PROXY=on: without a proxy that sets it, anyone could send this header',
    )
  if (value.TRUSTED_NAME_HEADER && !value.TRUSTED_USER_HEADER)
    fail('TRUSTED_NAME_HEADER', 'is used with TRUSTED_USER_HEADER only; set that too, or unset this')
  const others = ['OIDC_ISSUER', ...socialProviderIds.map(id => settingsOfProvider(id)[0])] as const
  if (
    !value.PASSWORD_SIGN_IN &&
    !value.TRUSTED_USER_HEADER &&
    others.every(each => value[each] === undefined)
  )
    fail(
      'PASSWORD_SIGN_IN',
      `cannot be off while no other sign-in is on; set up ${others.join(', ')} or TRUSTED_USER_HEADER`,
    )
}

const isByDomain = ({ SIGN_UPS }: Values) => SIGN_UPS.toLowerCase().startsWith('domain:')

/**
 * Returns whether an issuer uses https, since the client secret and the data about people must not cross a
 * network in clear text. Also returns true for a text that is not a URL, since that is reported as a separate
 * fault.
 */
function isSafeIssuer(issuer: string): boolean {
  const url = URL.parse(issuer)
  if (!url) return true
  const { protocol, hostname, search, hash } = url
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return search === '' && hash === '' && (protocol === 'https:' || local)
}

/** Returns whether an issuer is the address of Microsoft Entra ID for all tenants, which issues no tokens. */
const isOfAllTenants = (issuer: string): boolean =>
  /^https:\/\/login\.microsoftonline\.\w+\/(?:common|organizations|consumers)\//i.test(`${issuer}/`)

/** Returns the settings of sign-in. The values must already have passed {@link checkSignIn}. */
export function signInSettings(value: Values): SignInSettings {
  const [signUps = 'open', ...domains] = value.SIGN_UPS.toLowerCase().split(/, *|:/)
  const { OIDC_ISSUER: issuer, OIDC_NAME: name, OIDC_TRUST_EMAIL: trustEmail } = value
  const { TRUSTED_USER_HEADER: email } = value
  const oidc = clientOf(value.OIDC_CLIENT_ID, value.OIDC_CLIENT_SECRET)
  return {
    signUps: signUps as SignInSettings['signUps'],
    signUpDomains: domains.filter(domain => domain !== 'domain'),
    passwordSignIn: value.PASSWORD_SIGN_IN,
    providers: {
      oidc: oidc && issuer ? { ...oidc, issuer: issuer.replace(/\/+$/, ''), name, trustEmail } : null,
      ...socialClients(value),
    },
    oidcGroupsClaim: value.OIDC_GROUPS_CLAIM,
    defaultWorkspace: value.DEFAULT_WORKSPACE ? workspaceRoleOf(value.DEFAULT_WORKSPACE) : null,
    groupRoles: groupRolesOf(value.OIDC_GROUPS ?? ''),
    trustedHeader: email ? { email, name: value.TRUSTED_NAME_HEADER ?? null } : null,
  }
}

/** Reads a text such as `Acme:member`. */
function workspaceRoleOf(text: string): WorkspaceRole {
  const colon = text.lastIndexOf(':')
  return { workspace: text.slice(0, colon).trim(), role: text.slice(colon + 1) as Role }
}

/** Reads a text such as `design=Acme:reviewer,leads=Acme:owner`. */
function groupRolesOf(text: string): SignInSettings['groupRoles'] {
  const entries = text.split(',').filter(each => each.trim() !== '')
  return entries.map(entry => {
    const [group = '', rest = ''] = entry.split('=')
    return { group: groupName(group.trim()), ...workspaceRoleOf(rest) }
  })
}

/** Returns the name of a group without the slash at the beginning, which Keycloak adds. */
export const groupName = (group: string): string => group.replace(/^\//, '')

function socialClients(value: Values): Record<SocialProviderId, ProviderClient | null> {
  const entries = socialProviderIds.map(id => {
    const [clientId, clientSecret] = settingsOfProvider(id)
    return [id, clientOf(value[clientId], value[clientSecret])]
  })
  return Object.fromEntries(entries) as Record<SocialProviderId, ProviderClient | null>
}

function clientOf(clientId: string | undefined, clientSecret: string | undefined): ProviderClient | null {
  return clientId && clientSecret ? { clientId, clientSecret } : null
}
