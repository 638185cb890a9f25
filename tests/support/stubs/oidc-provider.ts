import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type Configuration } from 'oidc-provider'

/** A person as the provider knows them; `sub` identifies them. */
export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
  name?: string
  picture?: string
  preferred_username?: string
  upn?: string
  /** The names of the person's groups, or any other value that a provider may state. */
  groups?: unknown
  /** The claims that are too long for a token (OpenID Connect Core, 5.6.2). */
  _claim_names?: Record<string, string>
  /** Claims that the userinfo endpoint states instead of the claims in the ID token. */
  userinfo?: Record<string, unknown>
}

/** The differences of a provider from the standard. */
interface Shape {
  /** Whether the issuer ends with a slash, like the issuer of Authentik. */
  hasSlash?: boolean
  /** Whether the ID token has all claims, and the userinfo endpoint is not needed. */
  claimsInIdToken?: boolean
}

export interface OidcProvider {
  issuer: string
  /** The settings of a server that uses this provider. */
  env: Record<string, string>
  /** The person who signs in next, without a form. Null if they cancel. */
  person: ProviderPerson | null
  /** Whether token responses contain no ID token, like responses of a plain OAuth provider. */
  omitsIdToken: boolean
  /** Whether the userinfo endpoint responds with a page, like a gateway whose service is down. */
  breaksUserinfo: boolean
  /** The path of the endpoint whose response never ends; null if all responses end. */
  endless: string | null
  /** The parameters of the authorization requests so far. */
  requests: URLSearchParams[]
  stop: () => Promise<void>
}

const CLIENT_SECRET = 'a secret of the test client'

/**
 * Starts a real OpenID provider (`oidc-provider`) on 127.0.0.1, which requires PKCE. With `port` 0, it uses
 * any free port.
 */
export async function startOidcProvider(port = 0, shape: Shape = {}): Promise<OidcProvider> {
  const known = new Map<string, ProviderPerson>()
  // Creates the HTTP server first, because the configuration contains the issuer and so the port.
  const server = createServer((request, response) => void handle(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(shape.hasSlash ? `${issuer}/` : issuer, configurationOf(known, shape))
  // Accepts redirect URIs with any port, because test servers get their port after the provider has started.
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: (uri: string) => /^http:\/\/127\.0\.0\.1:\d+\/api\/auth\/callback\/oidc$/.test(uri),
  })
  provider.use(async (context, next) => {
    await next()
    if (started.omitsIdToken && context.path === '/token')
      delete (context.body as { id_token?: string }).id_token
    if (started.breaksUserinfo && context.path === '/me') context.body = '<h1>Bad gateway</h1>'
  })
  const requests: URLSearchParams[] = []
  const started: OidcProvider = {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'exhibit',
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Acme ID',
    },
    person: null,
    omitsIdToken: false,
    breaksUserinfo: false,
    endless: null,
    requests,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    const { person } = started
    if (person) known.set(person.sub, person)
    if (pathname === '/auth') requests.push(searchParams)
    if (pathname === started.endless) return sendForever(response)
    if (!pathname.startsWith('/interaction/')) return provider.callback()(request, response)
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' }
    await provider.interactionFinished(request, response, result)
  }
  return started
}

function sendForever(response: ServerResponse): void {
  const send = () => {
    while (!response.destroyed && response.write(' '.repeat(65_536)));
  }
  response.writeHead(200, { 'content-type': 'application/json' }).on('drain', send)
  send()
}

function configurationOf(known: Map<string, ProviderPerson>, { claimsInIdToken }: Shape): Configuration {
  return {
    conformIdTokenClaims: !claimsInIdToken,
    clients: [
      {
        client_id: 'exhibit',
        client_secret: CLIENT_SECRET,
        redirect_uris: ['http://127.0.0.1/api/auth/callback/oidc'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture', 'preferred_username', 'upn', 'groups', '_claim_names'],
    },
    cookies: { keys: ['a key of the test provider'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    pkce: { required: () => true },
    findAccount: (_, sub) => ({
      accountId: sub,
      claims(use) {
        const { userinfo, ...claims } = known.get(sub) ?? { sub }
        return { ...claims, ...(use === 'userinfo' && userinfo), sub }
      },
    }),
    /** Grants every requested scope. */
    async loadExistingGrant(context) {
      const { Grant } = context.oidc.provider
      const grant = new Grant({
        accountId: context.oidc.session?.accountId,
        clientId: context.oidc.client?.clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}
