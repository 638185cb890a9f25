import { describe, expect, it } from 'vitest'
import type { ApiResponse, Failure } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { newShareLink, visitorOf } from '../../support/reviews/share'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId, png } = await sharedFixture()
const reviewId = await newReview(agent, projectId)
const done = await upload(agent, reviewId, png)
const declaration = () => ({ reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 5 })
const video = () => ({ ...declaration(), kind: 'video', mime: 'video/mp4' })
const text = (length: number) => 'x'.repeat(length)

/** A field, the call that contains it, the largest accepted value and the smallest refused value. */
const limits: [
  field: string,
  call: (value: unknown) => Promise<ApiResponse<Failure>>,
  taken: unknown[],
  refused: unknown[],
][] = [
  [
    'name',
    name => agent('POST', '/v1/projects', { name }),
    ['x', text(120)],
    ['', '   ', text(121), 5, undefined],
  ],
  [
    'name',
    name => person.call('PATCH', `/api/projects/${projectId}`, { name }),
    ['x', text(120)],
    ['', text(121)],
  ],
  ['name', name => person.call('POST', '/api/workspaces', { name }), [text(120)], ['', text(121)]],
  [
    'message',
    message => person.call('POST', '/api/access-requests', { subjectId: reviewId, message }),
    ['x', text(500), null],
    ['   ', text(501), 5],
  ],
  [
    'subjectId',
    subjectId => person.call('POST', '/api/access-requests', { subjectId }),
    [reviewId, projectId],
    ['', 'rev_', done.artifactId, text(71), undefined],
  ],
  [
    'title',
    title => agent('POST', '/v1/reviews', { title, projectId }),
    ['x', text(200)],
    ['', text(201), undefined],
  ],
  [
    'prRef',
    prRef => agent('POST', '/v1/reviews', { title: 'x', projectId, prRef }),
    [text(200), undefined],
    [text(201)],
  ],
  [
    'branch',
    branch => agent('POST', '/v1/reviews', { title: 'x', projectId, branch }),
    [text(200)],
    [text(201)],
  ],
  [
    'commit',
    commit => agent('POST', '/v1/reviews', { title: 'x', projectId, commit }),
    [text(100)],
    [text(101)],
  ],
  [
    'externalRef',
    externalRef => agent('POST', '/v1/reviews', { title: 'x', projectId, externalRef }),
    [text(200)],
    [text(201)],
  ],
  [
    'title',
    title => agent('POST', '/v1/artifacts/uploads', { ...declaration(), title }),
    [text(200)],
    ['', text(201), undefined],
  ],
  [
    'bytes',
    bytes => agent('POST', '/v1/artifacts/uploads', { ...declaration(), bytes }),
    [1, 52_428_800],
    [0, -1, 1.5, '5', 52_428_801, 524_288_001, undefined],
  ],
  [
    'bytes',
    bytes => agent('POST', '/v1/artifacts/uploads', { ...video(), bytes }),
    [524_288_000],
    [524_288_001],
  ],
  [
    'durationMs',
    durationMs => agent('POST', '/v1/artifacts/uploads', { ...video(), durationMs }),
    [0],
    [-1, 0.5],
  ],
  [
    'route',
    route => agent('POST', '/v1/artifacts/uploads', { ...declaration(), route }),
    [text(500), null],
    [text(501)],
  ],
  [
    'commit',
    commit => agent('POST', '/v1/artifacts/uploads', { ...declaration(), commit }),
    [text(100), null],
    [text(101)],
  ],
  [
    'scenario',
    scenario => agent('POST', '/v1/artifacts/uploads', { ...declaration(), scenario }),
    [text(200), null],
    [text(201)],
  ],
  [
    'description',
    description => agent('POST', '/v1/artifacts/uploads', { ...declaration(), description }),
    [text(2000)],
    [text(2001)],
  ],
  [
    'variationGroup',
    variationGroup => agent('POST', '/v1/artifacts/uploads', { ...declaration(), variationGroup }),
    [text(100)],
    [text(101)],
  ],
  [
    'roundSummary',
    roundSummary => agent('POST', '/v1/artifacts/uploads', { ...declaration(), roundSummary }),
    [text(2000)],
    [text(2001)],
  ],
  [
    'viewport.width',
    width => agent('POST', '/v1/artifacts/uploads', { ...declaration(), viewport: { width, height: 1 } }),
    [1],
    [0, 1.5],
  ],
  [
    'viewport.deviceScaleFactor',
    deviceScaleFactor =>
      agent('POST', '/v1/artifacts/uploads', {
        ...declaration(),
        viewport: { width: 1, height: 1, deviceScaleFactor },
      }),
    [0.5, undefined],
    [0],
  ],
  [
    'poster.bytes',
    bytes => agent('POST', '/v1/artifacts/uploads', { ...video(), poster: { mime: 'image/png', bytes } }),
    [1, 52_428_800],
    [0, 52_428_801],
  ],
  [
    'poster.mime',
    mime => agent('POST', '/v1/artifacts/uploads', { ...video(), poster: { mime, bytes: 5 } }),
    ['image/png', 'image/gif', 'image/avif'],
    ['video/mp4', 'image/svg+xml'],
  ],
  [
    'mime',
    mime => agent('POST', '/v1/artifacts/uploads', { ...declaration(), mime }),
    ['image/jpeg', 'image/webp', 'image/gif', 'image/avif'],
    ['image/heic', 'video/webm', 'text/html'],
  ],
  [
    'roundKey',
    roundKey => agent('POST', '/v1/artifacts/uploads', { ...declaration(), roundKey }),
    [text(100)],
    [text(101)],
  ],
  [
    'title',
    title => agent('PATCH', `/v1/artifacts/${done.artifactId}`, { title }),
    [text(200)],
    [' ', text(201)],
  ],
  [
    'description',
    description => agent('PATCH', `/v1/artifacts/${done.artifactId}`, { description }),
    [text(2000), null],
    [text(2001)],
  ],
  [
    'variationGroup',
    variationGroup => agent('PATCH', `/v1/artifacts/${done.artifactId}`, { variationGroup }),
    [text(100), null, ''],
    [text(101)],
  ],
  [
    'body',
    body => agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body }),
    ['x', text(10_000)],
    ['', '  ', text(10_001), undefined],
  ],
  [
    'geometry.x',
    x => agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, { body: 'x', geometry: { x, y: 0 } }),
    [0, 1],
    [-0.001, 1.001, 300, '0'],
  ],
  [
    'itemIds',
    itemIds => person.call('POST', `/v1/reviews/${reviewId}/seen`, { itemIds }),
    [Array(1000).fill('rvs_1'), []],
    [Array(1001).fill('rvs_1'), 'rvs_1', undefined],
  ],
  [
    'expiresInHours',
    expiresInHours => agent('POST', `/v1/reviews/${reviewId}/share-links`, { expiresInHours }),
    [1, 8760, null],
    [0, 8761, 1.5],
  ],
  [
    'expiresInDays',
    expiresInDays =>
      person.call('POST', '/api/tokens', {
        name: 'x',
        workspaceId: person.workspaceId,
        capabilities: ['artifact:read'],
        expiresInDays,
      }),
    [1, 365, null],
    [0, 366],
  ],
  [
    'name',
    name =>
      person.call('POST', '/api/tokens', {
        name,
        workspaceId: person.workspaceId,
        capabilities: ['artifact:read'],
      }),
    [text(120)],
    ['', text(121)],
  ],
  [
    'capabilities',
    capabilities =>
      person.call('POST', '/api/tokens', { name: 'x', workspaceId: person.workspaceId, capabilities }),
    [['artifact:read', 'artifact:read']],
    [[], undefined],
  ],
]

describe('the limits of fields', () => {
  it.each(limits.map(row => [row[0], row] as const))(
    '%s is accepted up to its limit, and the error for a longer value names the field',
    async (field, [, call, taken, refused]) => {
      for (const value of taken) {
        const response = await call(value)
        expect([short(value), response.status]).toEqual([
          short(value),
          expect.toSatisfy((status: number) => status < 300),
        ])
      }
      for (const value of refused) {
        const response = await call(value)
        expect([short(value), response]).toMatchObject([
          short(value),
          { status: 422, body: { data: { error: 'invalid_request', field } } },
        ])
        expect(response.body.data.hint).toBeTruthy()
      }
    },
  )

  it('names in requests are stored on one line, without invisible characters', async () => {
    const link = await newShareLink(person.call, reviewId, { allowComments: true })
    const guest = visitorOf(server, link.token)
    const inputs: [what: string, send: (name: string) => Promise<ApiResponse<Failure>>][] = [
      ['a project', name => agent('POST', '/v1/projects', { name })],
      ['a renamed project', name => person.call('PATCH', `/api/projects/${projectId}`, { name })],
      ['a workspace', name => person.call('POST', '/api/workspaces', { name })],
      [
        'a renamed workspace',
        name => person.call('PATCH', `/api/workspaces/${person.workspaceId}`, { name }),
      ],
      [
        'a token',
        name =>
          person.call('POST', '/api/tokens', {
            name,
            workspaceId: person.workspaceId,
            capabilities: ['artifact:read'],
          }),
      ],
      ['a share link', name => person.call('POST', `/v1/reviews/${reviewId}/share-links`, { name })],
      ['a guest', name => guest.call('POST', '/threads', { name, body: 'Here.' })],
    ]
    for (const [what, send] of inputs)
      for (const name of ['Ann\nBo', 'Ann\u0007', 'Ann\u202e', 'An\u200bn'])
        expect([what, await send(name)]).toMatchObject([
          what,
          { status: 422, body: { data: { field: 'name' } } },
        ])
    const signUpAs = (name: string) =>
      fetch(`${server.url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, email: 'named@example.com', password: text(12) }),
      })
    for (const name of ['Ann\nBo', 'An\u200bn']) expect((await signUpAs(name)).status).toBe(422)
    expect((await person.call('POST', '/api/auth/update-user', { name: 'Ann\u202e' })).status).toBe(422)
  })

  it('a text with characters that PostgreSQL cannot store is refused, even on SQLite', async () => {
    for (const title of ['a\u0000b', 'a\ud800b'])
      expect(await agent('POST', '/v1/reviews', { title, projectId })).toMatchObject({
        status: 422,
        body: { data: { field: 'title', message: expect.stringContaining('U+0000') as string } },
      })
  })

  it('a comment of a guest has at most 2,000 characters', async () => {
    const link = await newShareLink(person.call, reviewId, { allowComments: true })
    const guest = visitorOf(server, link.token)
    const write = async (body: string) =>
      (await guest.call('POST', '/threads', { name: 'Gwen', body })).status
    expect([await write(text(2000)), await write(text(2001))]).toEqual([201, 422])
  })

  it('a password has 8 to 128 characters', async () => {
    const status = async (password: string) =>
      (
        await fetch(`${server.url}/api/auth/sign-up/email`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'x', email: `p${password.length}@example.com`, password }),
        })
      ).status
    expect([
      await status(text(7)),
      await status(text(8)),
      await status(text(128)),
      await status(text(129)),
    ]).toEqual([400, 200, 200, 400])
  })
})

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 20)
}
