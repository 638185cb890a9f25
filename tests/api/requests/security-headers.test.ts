import { beforeAll, describe, expect, it } from 'vitest'
import { requestSignUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture, type Fixture } from '../../support/server/fixture'
import { sharedServer } from '../../support/server/server'

let fixture: Fixture
let shared: string
let invitation: string
let claim: string
let evidence: string
beforeAll(async () => {
  fixture = await sharedFixture({ UNCLAIMED_WORKSPACES: 'on' })
  const { agent, person, projectId, png } = fixture
  const reviewId = await newReview(agent, projectId)
  evidence = (await upload(agent, reviewId, png)).embedUrl ?? ''
  shared = (await agent<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {})).body.url
  const invitations = `/api/workspaces/${person.workspaceId}/invitations`
  invitation = (await person.call<{ url: string }>('POST', invitations, { role: 'member' })).body.url
  claim = (await agent<{ claimUrl: string }>('POST', '/v1/bootstrap')).body.claimUrl
})

/** Requests a URL as a browser does, signed in or not, without following redirects. */
const open = (address: string, { signedIn = false, ...more }: RequestInit & { signedIn?: boolean } = {}) =>
  fetch(new URL(address, fixture.server.url), {
    redirect: 'manual',
    headers: { accept: 'text/html', ...(signedIn && { cookie: fixture.person.cookie }) },
    ...more,
  })

const header = (response: Response, ...names: string[]) =>
  Object.fromEntries(names.map(name => [name, response.headers.get(name)]))

/** Returns the directives of the Content-Security-Policy of a response, each with its sources. */
function policyOf(response: Response): Map<string, string[]> {
  const directives = (response.headers.get('content-security-policy') ?? '').split('; ')
  return new Map(
    directives.map(directive => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    }),
  )
}

describe('the headers of a page', () => {
  it.each([
    ['of a person', '/', true, 200],
    ['signed out', '/', false, 302],
    ['to sign in', '/sign-in', false, 200],
    ['that is missing', '/nowhere', true, 404],
    ['of a missing review', '/reviews/rev_1', true, 200],
    ['of a revoked link', '/r/unknown', false, 404],
    ['of the documentation', '/developers', false, 200],
  ])(
    'the page %s cannot be cached or framed, and its CSP lists the allowed sources',
    async (_name, path, signedIn, status) => {
      const response = await open(path, { signedIn })
      expect([path, response.status]).toEqual([path, status])
      const expected = {
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'x-powered-by': null,
        'strict-transport-security': null,
      }
      expect(header(response, ...Object.keys(expected))).toEqual(expected)
      expect(response.headers.get('permissions-policy')).toContain('camera=()')
      const policy = policyOf(response)
      for (const directive of ['frame-ancestors', 'object-src', 'base-uri'])
        expect([directive, policy.get(directive)]).toEqual([directive, ["'none'"]])
      expect(policy.get('form-action')).toEqual(["'self'"])
      if (status !== 302) expect(policy.get('default-src')).toEqual(["'self'"])
    },
  )

  it('the page of a share link, an invitation or a workspace claim is not cached or indexed', async () => {
    for (const address of [shared, invitation, claim]) {
      const response = await open(address, { signedIn: true })
      expect(response.status).toBe(200)
      expect(header(response, 'cache-control', 'x-robots-tag')).toEqual({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
      })
    }
  })

  it('each page has its own nonce for scripts and styles, and allows no other inline code', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/sign-in', '/nowhere', shared]) {
      const response = await open(path, { signedIn: true, redirect: 'follow' })
      const policy = policyOf(response)
      const nonce = /^'nonce-([\w-]{22})'$/.exec(policy.get('script-src')?.at(-1) ?? '')?.[1] ?? ''
      nonces.add(nonce)
      const html = await response.text()
      const elements = html.match(/<(?:script|style)[\s>][^>]*>?/g) ?? []
      expect(elements.length).toBeGreaterThan(2)
      for (const element of elements)
        expect([element, /^<\w+ nonce=(\S{22})[ >]/.exec(element)?.[1]]).toEqual([element, nonce])
      const sources = ["'self'", `'nonce-${nonce}'`]
      expect([policy.get('script-src'), policy.get('style-src')]).toEqual([sources, sources])
      const unsafe = [...policy].filter(([, each]) => each.some(source => source.includes('unsafe')))
      expect(unsafe).toEqual([['style-src-attr', ["'unsafe-inline'"]]])
    }
    expect([nonces.size, nonces.has('')]).toEqual([4, false])
  })

  it('with an https PUBLIC_URL, pages use HSTS and Secure cookies, and load media from there', async () => {
    const server = await sharedServer({ PUBLIC_URL: 'https://exhibit.example.com/' })
    const response = await open(`${server.url}/sign-in`)
    const policy = policyOf(response)
    for (const directive of ['img-src', 'media-src', 'connect-src'])
      expect([directive, policy.get(directive)?.at(-1)]).toEqual([directive, 'https://exhibit.example.com'])
    for (const path of ['/sign-in', '/', '/nowhere', '/v1', '/favicon.svg', '/e/unknown', '/api/me']) {
      const { headers } = await open(server.url + path)
      expect([path, headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000'])
    }
    const { headers } = await requestSignUp(server, 'Bea')
    const session = headers.getSetCookie().find(cookie => cookie.includes('session_token='))
    for (const attribute of ['Secure', 'HttpOnly', 'SameSite=Lax'])
      expect(session).toContain(`; ${attribute}`)
  })
})

describe('the headers of responses that are not pages', () => {
  it.each([
    ['JSON', '/v1', 200],
    ['an error', '/api/me', 401],
    ['an unknown endpoint', '/v1/nothing', 404],
    ['OpenAPI', '/openapi.json', 200],
    ['a document', '/docs/api.md', 200],
    ['of the sign-in library', '/api/auth/get-session', 200],
  ])('a response that is not a page cannot be MIME-sniffed or framed: %s', async (_name, path, status) => {
    const response = await open(path)
    expect([path, response.status]).toEqual([path, status])
    expect(header(response, 'x-content-type-options', 'x-frame-options', 'x-powered-by')).toEqual({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-powered-by': null,
    })
  })

  it('evidence is served with a stricter security policy, and other sites may embed it', async () => {
    const response = await open(evidence)
    const expected = {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-frame-options': null,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    }
    expect(header(response, ...Object.keys(expected))).toEqual(expected)
    expect(response.headers.get('cache-control')).toMatch(/max-age=86400/)
  })

  it('a file of the build is cached as immutable', async () => {
    const page = await (await open('/sign-in')).text()
    const script = /<link rel="modulepreload"[^>]*href="(\/_nuxt\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    expect((await open(script)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const icon = await open('/favicon.svg')
    expect(header(icon, 'etag', 'cache-control', 'content-type')).toEqual({
      'etag': expect.any(String),
      'cache-control': null,
      'content-type': 'image/svg+xml',
    })
  })
})
