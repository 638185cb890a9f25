import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { SubmittedEvidence, SubmittedRound } from '#shared/contract/submitted-evidence'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { caller, type Call } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { eventKindsOf } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { curl, fileOf, formOf } from '../../support/server/forms'
import { picture, pngImage, sample } from '../../support/media/samples'

const { server, person, agent, projectId, png } = await sharedFixture()
const other = await pngImage(70, 50)
const video = await readFile(sample('plain.mp4'))
const folder = await mkdtemp(join(tmpdir(), 'exhibit-test-one-call-'))
afterAll(() => rm(folder, { recursive: true }))

let references = 0
const newReference = () => `one-call-${(references += 1)}`

const submit = (parts: Parameters<typeof formOf>[0], call: Call = agent, headers = {}) =>
  call<SubmittedEvidence>('POST', '/v1/evidence', formOf(parts), headers)

const outcomesOf = ({ files }: SubmittedEvidence) =>
  files.map(each => [each.title, each.outcome, each.revisionIndex])

describe('POST /v1/evidence', () => {
  it('POST /v1/evidence creates a review with an image and a video, and returns the next steps', async () => {
    const externalRef = newReference()
    const { status, body } = await submit({
      files: [fileOf(png, 'cart-page.png'), fileOf(await readFile(sample('plain.mp4')), 'walk.mp4')],
      externalRef,
      projectId,
      prRef: '#12',
      branch: 'fix',
      commit: '9f2c1ab',
      route: '/cart',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      reused: false,
      review: { title: '#12', externalRef, prRef: '#12', branch: 'fix', commit: '9f2c1ab' },
      project: { id: projectId },
      files: [
        { part: 'files', file: 'cart-page.png', title: 'Cart page', outcome: 'created', revisionIndex: 1 },
        { part: 'files', file: 'walk.mp4', title: 'Walk', outcome: 'created', revisionIndex: 1 },
      ],
      nextAction: { action: 'wait_for_person' },
    })
    const { body: read } = await agent<ReviewPayload>('GET', `/v1/reviews/${body.review.id}`)
    expect(read.markdown).toBe(body.markdown)
    expect(read.artifacts).toMatchObject([
      { status: 'ready', kind: 'image', route: '/cart', currentRevision: { width: 64, height: 48 } },
      { status: 'ready', kind: 'video', route: '/cart', currentRevision: { id: body.files[1]?.revisionId } },
    ])
    expect((await fetch(body.files[0]?.embedUrl ?? '')).headers.get('content-type')).toBe('image/png')
    const waiting = await agent('GET', `${body.wait.url.slice(server.url.length)}&seconds=0`)
    expect(waiting).toMatchObject({ status: 200, body: { changed: false, cursor: body.wait.cursor } })
  })

  it('POST /v1/evidence creates the audit events of a declaration, an upload and a completion', async () => {
    const { body } = await submit({ files: fileOf(png), projectId })
    const [file] = body.files
    expect(await eventKindsOf(server, file?.artifactId ?? '')).toEqual(['artifact.declared'])
    expect(await eventKindsOf(server, file?.revisionId ?? '')).toEqual([
      'upload.received',
      'artifact.completed',
    ])
  })

  it('POST /v1/evidence accepts text fields after the files, and a title for a single file', async () => {
    const { body } = await submit({
      files: fileOf(png),
      title: 'The whole cart',
      reviewTitle: 'Totals',
      projectId,
    })
    expect([body.review.title, outcomesOf(body)]).toEqual(['Totals', [['The whole cart', 'created', 1]]])
  })

  it('POST /v1/evidence reuses the review of externalRef, and adds, revises or skips each file', async () => {
    const externalRef = newReference()
    const first = await submit({
      files: [fileOf(png, 'a.png'), fileOf(png, 'b.png')],
      externalRef,
      projectId,
    })
    const again = await submit({
      files: [fileOf(png, 'a.png'), fileOf(other, 'b.png'), fileOf(other, 'c.png')],
      externalRef,
      projectId,
    })
    expect([first.status, again.status, again.body.reused]).toEqual([201, 200, true])
    expect(again.body.review.id).toBe(first.body.review.id)
    expect(outcomesOf(again.body)).toEqual([
      ['A', 'unchanged', 1],
      ['B', 'revised', 2],
      ['C', 'created', 1],
    ])
    expect(again.body.files[0]?.revisionId).toBe(first.body.files[0]?.revisionId)
    const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${first.body.review.id}`)
    expect(body.artifacts.map(each => each.revisions.length)).toEqual([1, 2, 1])
  })

  it('after unchanged files, the wait URL returns no threads that an agent has addressed', async () => {
    const parts = { files: fileOf(png), externalRef: newReference(), projectId }
    const { body: first } = await submit(parts)
    const note = { kind: 'artifact', body: 'Too small.' }
    const { threadId } = (
      await person.call<Thread>('POST', `/v1/artifacts/${first.files[0]?.artifactId}/annotations`, note)
    ).body
    await agent('POST', `/v1/threads/${threadId}/address`, { body: 'Fixed.' })
    const token = await person.token({ projectId })
    const second = caller(server, { authorization: `Bearer ${token}` })
    const { body: again } = await submit(parts, second)
    expect(outcomesOf(again)).toEqual([[first.files[0]?.title, 'unchanged', 1]])
    const waiting = await second('GET', `${again.wait.url.slice(server.url.length)}&seconds=0`)
    expect(waiting).toMatchObject({ status: 200, body: { changed: false, threads: [] } })
  })

  it('POST /v1/evidence distinguishes files of the same size by their bytes', async () => {
    const externalRef = newReference()
    const uncompressed = { compressionLevel: 0 }
    const plain = await picture(64, 48).png(uncompressed).toBuffer()
    const negative = await picture(64, 48).negate().png(uncompressed).toBuffer()
    expect(negative.length).toBe(plain.length)
    await submit({ files: fileOf(plain), externalRef, projectId })
    const { body } = await submit({ files: fileOf(negative), externalRef, projectId })
    expect(outcomesOf(body)).toEqual([['Cart', 'revised', 2]])
  })

  it('POST /v1/evidence stores a before and an after file as two revisions of one artifact', async () => {
    const externalRef = newReference()
    const pair = { before: fileOf(png, 'cart-before.png'), after: fileOf(other, 'cart-after.png') }
    const { body } = await submit({ ...pair, externalRef, projectId })
    expect(body.files.map(each => [each.part, each.title, each.outcome, each.revisionIndex])).toEqual([
      ['before', 'Cart', 'created', 1],
      ['after', 'Cart', 'revised', 2],
    ])
    // The file of the earlier state is already stored as a revision, although a later revision followed it.
    const third = await pngImage(80, 50)
    const next = await submit({ ...pair, after: fileOf(third, 'cart-after.png'), externalRef, projectId })
    expect(outcomesOf(next.body)).toEqual([
      ['Cart', 'unchanged', 1],
      ['Cart', 'revised', 3],
    ])
    const same = await submit({ ...pair, after: fileOf(third, 'cart-after.png'), externalRef, projectId })
    expect(outcomesOf(same.body).map(([, outcome]) => outcome)).toEqual(['unchanged', 'unchanged'])
  })

  it('POST /v1/evidence sets the commit on the after file of a pair, not on the before file', async () => {
    const pair = { before: fileOf(png, 'cart-before.png'), after: fileOf(other, 'cart-after.png') }
    const { body } = await submit({ ...pair, externalRef: newReference(), projectId, commit: '9a2cc11' })
    const { body: read } = await agent<ReviewPayload>('GET', `/v1/reviews/${body.review.id}`)
    expect(read.artifacts).toMatchObject([
      { commit: '9a2cc11', revisions: [{ isBefore: true, commit: null }, { commit: '9a2cc11' }] },
    ])
  })

  it('POST /v1/evidence shows a pair side by side in the Markdown, even in later rounds', async () => {
    const externalRef = newReference()
    const pair = { before: fileOf(png, 'cart-before.png'), after: fileOf(other, 'cart-after.png') }
    const { body } = await submit({ ...pair, files: fileOf(png, 'menu.png'), externalRef, projectId })
    const [before, after, menu] = body.files
    const linked = (label: string, embedUrl = '') => `[![${label}](${embedUrl})](${after?.url})`
    const table = (newest: string) =>
      '\n\n| Before | After |\n|---|---|\n' +
      `| ${linked('Cart, before', before?.embedUrl ?? '')} | ${newest} |\n\n`
    expect(body.markdown).toContain(table(linked('Cart', after?.embedUrl ?? '')))
    expect(body.markdown).toContain(`**Menu**\n\n[![Menu](${menu?.embedUrl})](${menu?.url})`)
    expect((await fetch(before?.embedUrl ?? '')).headers.get('content-type')).toBe('image/png')

    const third = await pngImage(80, 50)
    const round = await agent<SubmittedRound>(
      'POST',
      `/v1/reviews/${body.review.id}/rounds`,
      formOf({ files: fileOf(third, 'cart.png') }),
    )
    expect(round.body.markdown).toContain(table(linked('Cart', round.body.files[0]?.embedUrl ?? '')))
    const read = await agent<ReviewPayload>('GET', `/v1/reviews/${body.review.id}`)
    expect(read.body.markdown).toBe(round.body.markdown)
    expect(read.body.artifacts[0]?.revisions.map(each => each.isBefore)).toEqual([true, false, false])
  })

  it('POST /v1/evidence can use stored evidence as the before file of a pair', async () => {
    const externalRef = newReference()
    await submit({ files: [fileOf(png, 'cart.png')], externalRef, projectId })
    const pair = { before: fileOf(png, 'cart.png'), after: fileOf(other, 'cart.png') }
    const { body } = await submit({ ...pair, externalRef, projectId })
    expect(outcomesOf(body)).toEqual([
      ['Cart', 'unchanged', 1],
      ['Cart', 'revised', 2],
    ])
    expect(body.markdown).toContain(`[![Cart, before](${body.files[0]?.embedUrl})]`)
  })

  it('POST /v1/reviews/{id}/rounds accepts a before and an after file as a pair', async () => {
    const { body } = await submit({ files: fileOf(png, 'menu.png'), projectId })
    const pair = { before: fileOf(png, 'cart.png'), after: fileOf(other, 'cart.png') }
    const path = `/v1/reviews/${body.review.id}/rounds`
    const round = await agent<SubmittedRound>('POST', path, formOf({ ...pair }))
    expect(round.body.files.map(each => [each.part, each.title])).toEqual([
      ['before', 'Cart'],
      ['after', 'Cart'],
    ])
    expect(round.body.markdown).toContain('| Before | After |')
  })

  it('POST /v1/evidence pairs before and after files by position, even with after files first', async () => {
    const { body } = await submit({
      after: [fileOf(other, 'cart.png'), fileOf(other, 'menu.png')],
      before: [fileOf(png, 'old-1.png'), fileOf(png, 'old-2.png')],
      projectId,
    })
    expect(body.files.map(each => [each.file, each.title, each.revisionIndex])).toEqual([
      ['old-1.png', 'Cart', 1],
      ['cart.png', 'Cart', 2],
      ['old-2.png', 'Menu', 1],
      ['menu.png', 'Menu', 2],
    ])
  })

  it('POST /v1/evidence works with curl, also for names that are not ASCII', async () => {
    await writeFile(join(folder, 'übersicht.png'), png)
    const { status, body } = await curl(server, '/v1/evidence', await person.token(), [
      '-F',
      `files=@${join(folder, 'übersicht.png')}`,
      '-F',
      `projectId=${projectId}`,
    ])
    expect([status, body]).toMatchObject([201, { files: [{ file: 'übersicht.png', title: 'Übersicht' }] }])
  })

  it('POST /v1/evidence is allowed for members, but not without the capability artifact:write', async () => {
    expect((await submit({ files: fileOf(png), projectId }, person.call)).status).toBe(201)
    const reader = await person.agent({ capabilities: ['feedback:read'] })
    expect(await submit({ files: fileOf(png), projectId }, reader)).toMatchObject({
      status: 403,
      body: { data: { error: 'forbidden' } },
    })
  })

  it('concurrent POST /v1/evidence with one externalRef create one review and one artifact', async () => {
    const externalRef = newReference()
    const calls = Array.from({ length: 4 }, (_, index) =>
      submit({ files: fileOf(index % 2 === 0 ? png : other), externalRef, projectId }),
    )
    const results = await Promise.all(calls)
    expect(results.map(each => each.status).sort()).toEqual([200, 200, 200, 201])
    const [reviewId, ...others] = new Set(results.map(each => each.body.review.id))
    expect(others).toEqual([])
    const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    expect(body.artifacts.map(each => each.status)).toEqual(['ready'])
    const stored = results.flatMap(each => each.body.files).filter(each => each.outcome !== 'unchanged')
    expect(body.artifacts[0]?.revisions.length).toBe(stored.length)
  })

  it('POST /v1/evidence accepts properties of each file, a poster, and a review id', async () => {
    const items = [
      { title: 'Totals', route: '/cart', viewport: { width: 390, height: 844 }, variationGroup: 'a' },
      { title: 'Account', redact: [{ x: 0, y: 0, width: 1, height: 1 }] },
      { title: 'Pair', isBefore: true },
      { title: 'Pair', description: 'After' },
      {},
    ]
    const files = [fileOf(png), fileOf(other), fileOf(png), fileOf(other), fileOf(video, 'walk.mp4')]
    const parts = { files, items: JSON.stringify(items), poster: fileOf(png, 'still.png'), route: '/all' }
    const { status, body } = await submit({ ...parts, projectId })
    expect(status).toBe(201)
    const { body: read } = await agent<ReviewPayload>('GET', `/v1/reviews/${body.review.id}`)
    expect(read.artifacts).toMatchObject([
      { title: 'Totals', route: '/cart', viewport: { width: 390, height: 844 }, variationGroup: 'a' },
      { title: 'Account', route: '/all', viewport: null },
      { title: 'Pair', description: 'After', revisions: [{ isBefore: true }, { isBefore: false }] },
      { title: 'Walk', currentRevision: { posterUrl: expect.any(String) } },
    ])
    const account = read.artifacts[1]?.currentRevision
    const black = await sharp(await (await fetch(account?.embedUrl ?? '')).arrayBuffer()).stats()
    expect(black.channels.slice(0, 3).map(each => each.max)).toEqual([0, 0, 0])
    const artifactId = read.artifacts[0]?.id
    const next = { files: fileOf(other), items: JSON.stringify([{ artifactId }]), reviewId: body.review.id }
    expect((await submit(next)).body.files).toMatchObject([
      { title: 'Totals', outcome: 'revised', artifactId },
    ])
    for (const wrong of ['{', '[]', '[{"route":1}]'])
      expect(await submit({ files: fileOf(png), items: wrong, projectId })).toMatchObject({ status: 422 })
  })

  it('POST /v1/evidence with `partial` stores the accepted files, but addresses no thread', async () => {
    const { body } = await submit({ files: fileOf(png), projectId })
    const reviewId = body.review.id
    const { body: thread } = await person.call<Thread>('POST', `/v1/reviews/${reviewId}/threads`, {
      body: 'x',
    })
    const cut = png.subarray(0, png.length - 40)
    const files = [fileOf(cut, 'cut.png'), fileOf(other, 'b.png'), fileOf(Buffer.from('x'), 'text.png')]
    const sent = await submit({ files, partial: 'true', reviewId, [thread.threadId]: 'Fixed.' })
    expect([sent.status, sent.body]).toMatchObject([
      200,
      {
        files: [{ file: 'b.png', outcome: 'created' }],
        refused: [
          { index: 0, file: 'cut.png', error: 'invalid_request' },
          { index: 2, file: 'text.png', message: expect.stringContaining('not an image') },
        ],
        threads: [],
      },
    ])
    const none = await agent(
      'POST',
      '/v1/evidence',
      formOf({ files: files.toSpliced(1, 1), partial: 'true', projectId }),
    )
    expect([none.status, none.body.data]).toMatchObject([
      422,
      { error: 'invalid_request', refused: [{ index: 0 }, { index: 1 }] },
    ])
    expect(await submit({ files, reviewId })).toMatchObject({ status: 422 })
    const outsider = (await signUp(server)).call
    expect(await submit({ files: fileOf(other), reviewId }, outsider)).toMatchObject({ status: 404 })
    const answered = await submit({ files: fileOf(other, 'c.png'), reviewId, [thread.threadId]: 'Fixed.' })
    expect(answered.body.threads).toMatchObject([{ status: 'addressed' }])
  })

  it('POST /v1/evidence replays its response for the same Idempotency-Key and files', async () => {
    const key = { 'idempotency-key': newReference() }
    const parts = { files: fileOf(png), projectId }
    const first = await submit(parts, agent, key)
    const replay = await submit(parts, agent, key)
    expect([first.status, replay.status, replay.headers.get('idempotent-replay')]).toEqual([201, 200, 'true'])
    expect(replay.body).toEqual(first.body)
    expect(await submit({ ...parts, files: fileOf(other) }, agent, key)).toMatchObject({
      status: 409,
      body: { data: { error: 'idempotency_key_reuse' } },
    })
    expect(await submit({ ...parts, title: 'Cart' }, agent, key)).toMatchObject({ status: 409 })
  })
})

describe('the project of evidence', () => {
  it('the first evidence creates a project named after the repository, later evidence uses it', async () => {
    const newcomer = await signUp(server)
    const call = await newcomer.agent()
    const first = await submit(
      { files: fileOf(png), prRef: 'https://github.com/acme/shop/pull/12', externalRef: 'x' },
      call,
    )
    expect(first).toMatchObject({ status: 201, body: { project: { name: 'shop' } } })
    const second = await submit({ files: fileOf(png), externalRef: 'x' }, call)
    expect(second).toMatchObject({ status: 200, body: { review: { id: first.body.review.id } } })
  })

  it('two concurrent first calls with evidence create one project', async () => {
    const newcomer = await signUp(server)
    const call = await newcomer.agent()
    const results = await Promise.all([1, 2].map(() => submit({ files: fileOf(png) }, call)))
    expect(results.map(each => [each.status, each.body.project.name])).toEqual([
      [201, 'Evidence'],
      [201, 'Evidence'],
    ])
    const { body } = await call<{ projects: unknown[] }>('GET', '/v1/projects')
    expect(body.projects).toHaveLength(1)
  })

  it('with a token of one project, evidence goes to this project', async () => {
    const second = await person.project('Second')
    const limited = await person.agent({ projectId: second })
    expect(await submit({ files: fileOf(png) }, limited)).toMatchObject({ body: { project: { id: second } } })
    expect(await submit({ files: fileOf(png), projectId }, limited)).toMatchObject({
      status: 404,
      body: { data: { field: 'projectId' } },
    })
    expect(await submit({ files: fileOf(png), project: 'Third' }, limited)).toMatchObject({
      status: 403,
      body: { data: { field: 'project' } },
    })
  })

  it('evidence needs a project if there are several and none has the name of the repository', async () => {
    const owner = await signUp(server)
    const call = await owner.agent()
    const shop = await owner.project('Shop')
    await owner.project('Blog')
    const refused = await submit({ files: fileOf(png) }, call)
    expect(refused).toMatchObject({
      status: 422,
      body: {
        data: {
          field: 'projectId',
          message: expect.stringContaining(`Shop (${shop})`),
          hint: expect.stringContaining('GET /v1/projects'),
        },
      },
    })
    expect(await call('POST', '/v1/reviews', { title: 'x' })).toMatchObject({
      status: 422,
      body: { data: { field: 'projectId' } },
    })
    for (const [field, value] of [
      ['project', 'shop'],
      ['prRef', 'acme/shop#3'],
      ['projectId', shop],
    ] as const)
      expect(await submit({ files: fileOf(png), [field]: value }, call)).toMatchObject({
        body: { project: { id: shop } },
      })
    expect(await submit({ files: fileOf(png), project: 'New one' }, call)).toMatchObject({
      status: 201,
      body: { project: { name: 'New one' } },
    })
  })

  it('evidence goes to the project that contains its externalRef, if only one project does', async () => {
    const owner = await signUp(server)
    const call = await owner.agent()
    const [shop, blog] = [await owner.project('Shop'), await owner.project('Blog')]
    await owner.project('Docs')
    await submit({ files: fileOf(png), externalRef: 'fix-totals', projectId: blog }, call)
    const next = { files: fileOf(png, 'menu.png'), externalRef: 'fix-totals' }
    expect(await submit(next, call)).toMatchObject({
      status: 200,
      body: { reused: true, project: { id: blog } },
    })
    await submit({ files: fileOf(png), prRef: 'acme/site#7', projectId: blog }, call)
    expect(await submit({ files: fileOf(png), externalRef: 'acme/site#7' }, call)).toMatchObject({
      body: { reused: true, project: { id: blog } },
    })
    expect(await submit({ ...next, externalRef: 'another' }, call)).toMatchObject({
      status: 422,
      body: { data: { field: 'projectId', message: expect.stringContaining('access to several projects') } },
    })

    await submit({ files: fileOf(png), externalRef: 'fix-totals', projectId: shop }, call)
    expect(await submit(next, call)).toMatchObject({
      status: 422,
      body: {
        data: {
          field: 'projectId',
          message: `Several projects have a review "fix-totals": Shop (${shop}), Blog (${blog}).`,
        },
      },
    })
  })

  it('evidence creates a project only for a token with project:create, and not for a person', async () => {
    const newcomer = await signUp(server)
    const call = await newcomer.agent({ capabilities: ['artifact:write'] })
    expect(await submit({ files: fileOf(png) }, call)).toMatchObject({
      status: 403,
      body: { data: { field: 'projectId', hint: expect.stringContaining('project:create') } },
    })
    expect(await submit({ files: fileOf(png) }, newcomer.call)).toMatchObject({ status: 422 })
    expect((await newcomer.call<{ projects: unknown[] }>('GET', '/v1/projects')).body.projects).toEqual([])
  })

  it('POST /v1/reviews chooses the project in the same way as POST /v1/evidence', async () => {
    const newcomer = await signUp(server)
    const call = await newcomer.agent()
    const { status, body } = await call<ReviewPayload>('POST', '/v1/reviews', {
      title: 'x',
      prRef: 'acme/shop#3',
    })
    expect([status, body.project.name]).toEqual([201, 'shop'])
    const again = await call<ReviewPayload>('POST', '/v1/reviews', { title: 'y' })
    expect(again.body.project.id).toBe(body.project.id)
  })
})
