import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import { guidePath, guides } from '#shared/documents/guides'
import { newId } from '#shared/ids'
import { sharedFixture } from '../../support/server/fixture'
import { caller } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { refused } from '../../support/server/refusals'

const { server, person } = await sharedFixture()
describe('the contract', () => {
  it('the references of the API and of the command line are available as Markdown', async () => {
    const api = await fetch(`${server.url}/docs/api.md`)
    const text = await api.text()
    expect(api.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    for (const row of Object.values(contract).filter(each => !each.internal))
      expect(text).toContain(`### ${row.method} ${row.path}\n`)
    expect(text).toContain('\n  title: string // 1 to 200 characters\n')
    expect(await (await fetch(`${server.url}/docs/cli.md`)).text()).toContain(server.url)
  })

  it('HEAD /v1 responds like GET, without a body', async () => {
    const response = await fetch(`${server.url}/v1`, { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })
})

describe('a request for a public document', () => {
  it('a public document supports HEAD, and other methods respond 405 even to a browser', async () => {
    const anonymous = caller(server)
    const documents = ['/docs', '/docs/api.md', '/docs/cli.md', '/llms.txt', '/openapi.json', '/skill.md']
    for (const path of [...documents, '/page-context.js']) {
      expect([path, (await fetch(server.url + path, { method: 'HEAD' })).status]).toEqual([path, 200])
      expect([path, await anonymous('POST', path, undefined, { accept: 'text/html' })]).toMatchObject([
        path,
        refused(405, 'method_not_allowed'),
      ])
    }
    expect(await anonymous('GET', '/docs/nothing.md')).toMatchObject(refused(404, 'not_found'))
  })
})

/** Requests a path without following redirects. Returns the content type without its parameters. */
async function get(path: string, accept: string | undefined, cookie = '') {
  const response = await fetch(server.url + path, {
    redirect: 'manual',
    headers: { ...(accept !== undefined && { accept }), cookie },
  })
  const type = response.headers.get('content-type')?.split(';')[0]
  return { status: response.status, type, headers: response.headers, text: await response.text() }
}

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

describe('the quickstart', () => {
  it.each([
    ['text/markdown', 'text/markdown'],
    ['text/markdown, text/html, */*', 'text/markdown'],
    ['text/html;q=0.8, text/markdown', 'text/markdown'],
    ['text/markdown;q=0', 'text/html'],
    ['text/markdown;q=0.5, text/html', 'text/html'],
    ['*/*', 'text/html'],
    [browser, 'text/html'],
  ])('the quickstart responds to Accept %s with %s', async (accept, type) => {
    for (const path of ['/developers', '/developers/']) {
      const response = await get(path, accept)
      expect([path, response.status, response.type]).toEqual([path, 200, type])
      expect(response.headers.get('vary')).toBe('accept')
      expect(response.text).toContain(server.url)
    }
  })
})

describe('an unknown URL', () => {
  const addresses = ['/nowhere', '/nowhere/at/all.json', '/settings/nothing', '/_nuxt/nothing.js']

  it.each(['application/json', 'application/json, text/plain, */*', '*/*', 'text/html;q=0.1, */*'])(
    'an unknown URL responds 404 in JSON to Accept %s, signed in or signed out',
    async accept => {
      for (const path of addresses)
        for (const cookie of ['', person.cookie]) {
          const response = await get(path, accept, cookie)
          expect([path, response.status, response.type]).toEqual([path, 404, 'application/json'])
          expect(JSON.parse(response.text)).toEqual({
            statusCode: 404,
            statusMessage: 'Not Found',
            data: {
              error: 'not_found',
              message: 'Page or file not found.',
              hint: 'GET /llms.txt lists the documents, GET /v1 every endpoint.',
              field: null,
              requestId: response.headers.get('x-request-id'),
            },
          })
          expect(response.headers.get('cache-control')).toBe('no-store')
        }
    },
  )

  it('an unknown URL redirects signed-out browsers to the sign-in, and others get a 404 page', async () => {
    const signedOut = await get('/nowhere?a=1&b=2', browser)
    const location = '/sign-in?redirect=%2Fnowhere%3Fa%3D1%26b%3D2'
    expect([signedOut.status, signedOut.headers.get('location')]).toEqual([302, location])
    const signedIn = await get('/nowhere', browser, person.cookie)
    expect([signedIn.status, signedIn.type]).toEqual([404, 'text/html'])
  })
})

describe('/llms.txt', () => {
  it('/llms.txt has a title, a summary and links to the documents, which can all be read', async () => {
    const { status, headers, text } = await get('/llms.txt', '*/*')
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'public, max-age=300',
    ])
    expect(text).toMatch(/^# Exhibit\n\n> [^\n]+\n/)
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, url = '']) => url)
    expect(links.map(each => each.replace(server.url, ''))).toEqual([
      '/skill.md',
      '/skill/references/http.md',
      '/docs/mcp.md',
      '/docs/ci.md',
      '/docs/reporters.md',
      '/docs/webhooks.md',
      '/docs/waking.md',
      '/docs/retention.md',
      '/docs/cli.md',
      '/docs/api.md',
      '/openapi.json',
    ])
    // All URLs in the text are URLs of this server, except the URL of the app in the example of `exhibit
    // shot`.
    expect(new Set(text.match(/https?:\/\/[^/\s]+/g))).toEqual(new Set([server.url, 'http://localhost:3000']))
    for (const url of links) {
      const response = await fetch(url, { redirect: 'manual', headers: { accept: 'text/markdown, */*' } })
      expect([url, response.status]).toEqual([url, 200])
      expect(response.headers.get('content-type')).toMatch(/^(?:text\/markdown|application\/json)/)
    }
  })

  it('/llms.txt takes at most 600 tokens of the context of a model', async () => {
    const { text } = await get('/llms.txt', '*/*')
    // English text has about four characters per token.
    expect(text.length / 4).toBeLessThanOrEqual(600)
  })

  it('/llms.txt and the skill for HTTP take at most 2,000 tokens of the context of a model', async () => {
    const texts = [await get('/llms.txt', '*/*'), await get('/skill/references/http.md', '*/*')]
    expect(texts.map(each => each.text).join('').length / 4).toBeLessThanOrEqual(2000)
  })

  it('the commands to sign in are in one document, to which the other documents link', async () => {
    const http = '/skill/references/http.md'
    const commands = 'client_id=exhibit-cli'
    expect((await get(http, '*/*')).text).toContain(commands)
    const others = ['/llms.txt', '/skill.md', '/docs/api.md', `/reviews/${newId('review')}`]
    for (const path of others) {
      const { text } = await get(path, '*/*')
      expect([path, text.includes(commands), text.includes(server.url + http)]).toEqual([path, false, true])
    }
  })

  it('/llms.txt is linked from / and the sign-in page, and /docs returns it to programs', async () => {
    const link = '</llms.txt>; rel="alternate"; type="text/markdown"'
    for (const [path, status] of [
      ['/', 302],
      ['/sign-in', 200],
    ] as const) {
      const response = await get(path, browser)
      expect([path, response.status, response.headers.get('link')]).toEqual([path, status, link])
    }
    const { text } = await get('/sign-in', browser)
    expect(text).toMatch(/<link rel="alternate" type="text\/markdown" href="\/llms.txt"/)
    const docs = await get('/docs', '*/*')
    expect([docs.status, docs.type]).toEqual([200, 'text/markdown'])
    expect(docs.text).toBe((await get('/llms.txt', '*/*')).text)
    const forPeople = await get('/docs', browser)
    expect([forPeople.status, forPeople.headers.get('location')]).toEqual([302, '/developers'])
  })
})

describe('/', () => {
  it.each(['text/markdown', 'text/html;q=0.5, text/markdown'])(
    '/ responds to Accept %s with /llms.txt, and forbids shared caches to store it',
    async accept => {
      const response = await get('/', accept)
      expect([response.status, response.type]).toEqual([200, 'text/markdown'])
      expect(response.headers.get('vary')).toBe('accept')
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
      expect(response.text).toBe((await get('/llms.txt', '*/*')).text)
    },
  )

  it.each(['*/*', undefined, 'application/json'])(
    '/ with Accept %s is /llms.txt without a redirect, and the dashboard for signed-in people',
    async accept => {
      const response = await get('/', accept)
      expect([response.status, response.type]).toEqual([200, 'text/markdown'])
      expect(response.headers.get('location')).toBeNull()
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('vary')).toBe('accept')
      expect(response.text).toBe((await get('/llms.txt', '*/*')).text)
      expect(await get('/', accept, person.cookie)).toMatchObject({ status: 200, type: 'text/html' })
    },
  )

  it('a page other than / redirects programs to the sign-in page, with /llms.txt as the body', async () => {
    const response = await get('/notifications', '*/*')
    expect([response.status, response.type]).toEqual([302, 'text/markdown'])
    expect(response.headers.get('location')).toMatch(/^\/sign-in/)
    expect(response.text).toBe((await get('/llms.txt', '*/*')).text)
  })

  it('/ shows the dashboard to signed-in browsers, and the sign-in page to signed-out browsers', async () => {
    for (const accept of [browser, 'text/html']) {
      const signedOut = await get('/', accept)
      expect([signedOut.status, signedOut.headers.get('location')]).toEqual([302, '/sign-in'])
      expect(signedOut.headers.get('vary')).toContain('accept')
      expect(await get('/', accept, person.cookie)).toMatchObject({ status: 200, type: 'text/html' })
    }
  })
})

describe('the documents of groups of endpoints', () => {
  it('each group of endpoints has a document with its part of the reference', async () => {
    const whole = (await get('/docs/api.md', '*/*')).text
    const links = [...whole.matchAll(/\((http[^)]+\/docs\/api\/[^)]+)\)/g)].map(([, url = '']) => url)
    const tags = new Set(
      Object.values(contract)
        .filter(each => !each.internal)
        .map(each => each.tag),
    )
    expect(links).toHaveLength(tags.size)
    const texts: string[] = []
    for (const url of links) {
      const { status, type, text } = await get(url.slice(server.url.length), '*/*')
      expect([url, status, type]).toEqual([url, 200, 'text/markdown'])
      // The links to schemas lead to sections of the same document.
      for (const [, shape = ''] of text.matchAll(/\]\(#(\w+)\)/g))
        expect(text.toLowerCase()).toContain(`\n### ${shape}\n`)
      texts.push(text)
    }
    for (const row of Object.values(contract).filter(each => !each.internal))
      expect(texts.filter(text => text.includes(`### ${row.method} ${row.path}\n`))).toHaveLength(1)
    expect((await get('/docs/api/nothing.md', '*/*')).status).toBe(404)
  })
})

describe('the documents of the repository', () => {
  it('each guide is served to everyone, with the URLs of this server and links that work', async () => {
    for (const name of guides) {
      const path = guidePath(name)
      const { status, type, text } = await get(path, '*/*')
      expect([path, status, type]).toEqual([path, 200, 'text/markdown'])
      expect([path, text.includes('exhibit.example')]).toEqual([path, false])
      const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = '']) => link)
      for (const url of links.map(link => new URL(link, server.url + path)))
        if (url.origin === server.url)
          expect([path, url.pathname, (await get(url.pathname, '*/*')).status]).toEqual([
            path,
            url.pathname,
            200,
          ])
    }
    expect((await get('/docs/mcp.md', '*/*')).text).toContain(`--transport http exhibit ${server.url}/mcp`)
    expect((await get('/docs/operations.md', '*/*')).status).toBe(404)
  })
})

describe('the URL of a share link', () => {
  it('a share link returns Markdown with a working call to clients that prefer it, else a page', async () => {
    const agent = await person.agent()
    const reviewId = await newReview(agent, await person.project(), 'Totals')
    const { body } = await agent<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`)
    const path = body.url.slice(server.url.length)
    for (const accept of ['text/markdown', 'text/markdown, */*;q=0.1']) {
      const { status, type, text, headers } = await get(path, accept)
      expect([accept, status, type, headers.get('vary')]).toEqual([accept, 200, 'text/markdown', 'accept'])
      const command = /^curl -s (\S+)$/m.exec(text)?.[1] ?? ''
      expect(await (await fetch(command)).json()).toMatchObject({ review: { id: reviewId } })
    }
    for (const accept of [browser, '*/*', undefined])
      expect(await get(path, accept)).toMatchObject({ status: 200, type: 'text/html' })
  })
})

describe('a page requested with a token', () => {
  it('a page requested with a token responds with a JSON error whose hint leads to the API', async () => {
    const authorization = `Bearer ${await person.token()}`
    for (const accept of [browser, '*/*', 'application/json'])
      for (const [path, status] of [
        ['/reviews/rev_1', 401],
        ['/nowhere', 404],
      ] as const) {
        const headers = { accept, authorization }
        const response = await fetch(server.url + path, { headers, redirect: 'manual' })
        const body = (await response.json()) as { data: { hint: string } }
        expect([path, accept, response.status]).toEqual([path, accept, status])
        expect(body.data.hint).toContain('GET /v1')
      }
    const headers = { authorization }
    expect((await fetch(`${server.url}/developers`, { headers })).status).toBe(200)
  })
})

describe('the URL of a review for callers without a session', () => {
  const id = newId('review')

  it.each(['*/*', undefined, 'text/markdown', 'text/markdown, text/html;q=0.9'])(
    'a client without a session that accepts %s gets a review page with working API calls',
    async accept => {
      const existing = await newReview(await person.agent(), await person.project(), 'Totals')
      for (const reviewId of [existing, id]) {
        const response = await get(`/reviews/${reviewId}`, accept)
        expect([response.status, response.type]).toEqual([200, 'text/markdown'])
        expect(response.headers.get('vary')).toContain('accept')
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(response.headers.get('location')).toBeNull()
        expect(response.text).toContain(`feedback --review ${reviewId}`)
        expect(response.text).not.toContain('Totals')
      }
      const { text } = await get(`/reviews/${existing}`, accept)
      const [commands = ''] = /curl -s \S+\/v1\/reviews\/[^`]+/.exec(text) ?? []
      const env = { ...process.env, EXHIBIT_TOKEN: await person.token() }
      const [command = ''] = commands.split('\n')
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env })
      expect(JSON.parse(stdout)).toMatchObject({ reviewId: existing, threads: [] })
    },
  )

  it('the URL of a review shows the review to signed-in people, and the sign-in page to others', async () => {
    const signedOut = await get(`/reviews/${id}`, browser)
    expect([signedOut.status, signedOut.headers.get('location')]).toEqual([
      302,
      `/sign-in?redirect=%2Freviews%2F${id}`,
    ])
    expect((await get(`/reviews/${id}`, '*/*', person.cookie)).type).toBe('text/html')
  })

  it('the page for agents repeats no part of the requested URL except a valid id', async () => {
    const response = await get(`/reviews/${id}%22;curl`, '*/*')
    expect([response.status, response.text]).toEqual([302, (await get('/llms.txt', '*/*')).text])
  })

  it('for agents, a project URL returns a page; other pages redirect with /llms.txt as body', async () => {
    const project = newId('project')
    const response = await get(`/projects/${project}`, '*/*')
    expect([response.status, response.text]).toEqual([
      200,
      expect.stringContaining(`/v1/reviews?project=${project}`),
    ])
    const settings = await get('/settings/tokens', '*/*')
    expect([settings.status, settings.text]).toEqual([302, (await get('/llms.txt', '*/*')).text])
  })
})
