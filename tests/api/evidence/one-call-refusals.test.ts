import { once } from 'node:events'
import { createConnection } from 'node:net'
import { readdir } from 'node:fs/promises'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import { DAY } from '#shared/time'
import { plans } from '#shared/plans'
import { caller, type Failure } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { allRows, runSql } from '../../support/data/database'
import { ownFixture } from '../../support/server/fixture'
import { encode, fileOf, formOf, onePixel } from '../../support/server/forms'
import { noise, pngImage } from '../../support/media/samples'
import { sharedServer, type TestServer } from '../../support/server/server'
import { sweepOnTime } from '../../support/server/sweep'
import { preloading } from '../../support/server/preload'

const settings = { LOG_LEVEL: 'info', ...preloading('timers', 'quick-passwords') }
const { server, person, agent, projectId, png } = await ownFixture(settings)
afterAll(() => server.stop())
const token = await person.token()
// Uses the agent's token and `token` once, because the first use of a token creates an event.
await agent('GET', '/v1/projects')
await caller(server, { authorization: `Bearer ${token}` })('GET', '/v1/projects')
const text = (length: number) => 'x'.repeat(length)
const files = (count: number) => Array.from({ length: count }, (_, i) => fileOf(onePixel, `p${i}.png`))

/** Returns all rows, stored files and temporary folders, to compare them before and after a call. */
const state = async () => ({
  rows: await allRows(server),
  blobs: await server.blobs.list(),
  temporary: await workFolders(),
})
/** Waits until earlier calls have deleted their temporary folders, then returns the state. */
async function settledState() {
  await expect.poll(workFolders).toEqual([])
  return state()
}
const workFoldersOf = async ({ temporaryFolder }: TestServer) =>
  (await readdir(temporaryFolder)).filter(name => name.startsWith('exhibit-media-'))
const workFolders = () => workFoldersOf(server)

type Parts = Parameters<typeof formOf>[0]
type Refusal = [what: string, parts: Parts, status: number, code: string, field: string, says: string]
const cut = fileOf(png.subarray(0, png.length >> 1), 'cut.png')

const refusals: Refusal[] = [
  ['no file', { title: 'x' }, 422, 'invalid_request', 'files', 'is required'],
  [
    'a file of another type',
    { files: [fileOf(png), fileOf(Buffer.from('hello'), 'notes.png')] },
    422,
    'invalid_request',
    'files',
    '"notes.png"',
  ],
  ['a damaged file', { files: [fileOf(png), cut] }, 422, 'invalid_request', 'files', '"cut.png"'],
  ['an empty file', { files: fileOf(Buffer.alloc(0), 'none.png') }, 422, 'invalid_request', 'files', 'empty'],
  ['an unknown text', { files: fileOf(png), titel: 'x' }, 400, 'bad_request', 'titel', 'unknown part'],
  ['an unknown file', { file: fileOf(png) }, 400, 'bad_request', 'file', 'unknown part'],
  [
    'a name of every object',
    { files: fileOf(png), constructor: 'x' },
    400,
    'bad_request',
    'constructor',
    'unknown',
  ],
  ['a repeated text', { files: fileOf(png), title: ['a', 'b'] }, 400, 'bad_request', 'title', 'repeated'],
  ['a text instead of a file', { files: 'cart.png' }, 400, 'bad_request', 'files', 'must be a file'],
  ['a file instead of a text', { title: fileOf(png) }, 400, 'bad_request', 'title', 'must be a text'],
  ['a before alone', { before: fileOf(png) }, 422, 'invalid_request', 'after', 'has no "after"'],
  ['an after alone', { after: fileOf(png) }, 422, 'invalid_request', 'before', 'has no "before"'],
  [
    'two files with one title',
    { files: [fileOf(png, 'a-b.png'), fileOf(png, 'a_b.png')] },
    422,
    'invalid_request',
    'files',
    'same title',
  ],
  [
    'a title for two files',
    { files: [fileOf(png, 'a.png'), fileOf(png, 'b.png')], title: 'x' },
    422,
    'invalid_request',
    'title',
    'names one file',
  ],
  ['a blank title', { files: fileOf(png), title: ' ' }, 422, 'invalid_request', 'title', 'must not be blank'],
  [
    'a long externalRef',
    { files: fileOf(png), externalRef: text(201) },
    422,
    'invalid_request',
    'externalRef',
    '200',
  ],
  ['an unknown project', { files: fileOf(png), projectId: 'prj_1' }, 404, 'not_found', 'projectId', 'found'],
]

describe('a refused form of POST /v1/evidence', () => {
  it.each(refusals)(
    'the error of a refused form names the part, and nothing is stored: %s',
    async (_, parts, status, code, field, says) => {
      const before = await settledState()
      const response = await agent('POST', '/v1/evidence', formOf(parts))
      expect([response.status, response.body.data]).toMatchObject([
        status,
        { error: code, field, message: expect.stringContaining(says), hint: expect.any(String) },
      ])
      expect(await state()).toEqual(before)
    },
  )

  it('a refused form creates no project, no review and no file', async () => {
    const newcomer = await signUp(server)
    const call = await newcomer.agent()
    await call('GET', '/v1/projects')
    const before = await settledState()
    const parts = { files: [fileOf(png), cut], prRef: 'acme/shop#1', externalRef: 'x' }
    expect((await call('POST', '/v1/evidence', formOf(parts))).status).toBe(422)
    expect(await state()).toEqual(before)
  })

  it('a body that is not a form, is malformed or ends early is refused', async () => {
    const before = await settledState()
    const { type, body } = await encode(formOf({ files: fileOf(png), projectId }))
    const send = async (bytes: Buffer, contentType: string) => {
      const headers = { 'authorization': `Bearer ${token}`, 'content-type': contentType }
      const response = await fetch(`${server.url}/v1/evidence`, {
        method: 'POST',
        headers,
        body: new Uint8Array(bytes),
      })
      return [response.status, ((await response.json()) as Failure).data.error]
    }
    expect(await send(Buffer.from('{}'), 'application/json')).toEqual([415, 'unsupported_media_type'])
    expect(await send(body, 'multipart/form-data')).toEqual([400, 'bad_request'])
    expect(await send(body, 'multipart/form-data; boundary=other')).toEqual([400, 'bad_request'])
    for (const length of [body.length >> 1, body.length - 50, 20, 0])
      expect([length, await send(body.subarray(0, length), type)]).toEqual([length, [400, 'bad_request']])
    const unnamed = body.toString('latin1').replace('; name="files"', '')
    expect(await send(Buffer.from(unnamed, 'latin1'), type)).toEqual([400, 'bad_request'])
    expect(await state()).toEqual(before)
  })
})

/** Returns a form with one text field. `header` is added after the name of the field. */
const textPart = (header: string, value: Buffer) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="title"${header}\r\n\r\n`, 'latin1'),
    value,
    Buffer.from('\r\n'),
  ])
const filePart = (name: string) =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="files"; ${name}\r\n\r\n`),
    onePixel,
    Buffer.from('\r\n'),
  ])
const end = Buffer.from('--b--\r\n')
const sendParts = async (...parts: Buffer[]) => {
  const response = await fetch(`${server.url}/v1/evidence`, {
    method: 'POST',
    headers: { 'authorization': `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    body: new Uint8Array(Buffer.concat(parts)),
  })
  return { status: response.status, body: (await response.json()) as Partial<SubmittedEvidence & Failure> }
}
const inProject = Buffer.from(
  `--b\r\nContent-Disposition: form-data; name="projectId"\r\n\r\n${projectId}\r\n`,
)

describe('a text field of a form', () => {
  it.each([
    ['windows-1251', Buffer.from([0xca, 0xee, 0xf0])],
    ['Shift_JIS', Buffer.from([0x83, 0x4a])],
    ['utf-16le', Buffer.from('Кор', 'utf16le')],
    ['"UTF-8"', Buffer.from('Кор')],
    ['iso-8859-1', Buffer.from('Caf\xe9', 'latin1')],
  ])('a text field of a form is decoded with the charset %s', async (charset, value) => {
    const title = textPart(`\r\nContent-Type: text/plain; charset=${charset}`, value)
    const { status, body } = await sendParts(inProject, filePart('filename="x.png"'), title, end)
    const expected = new TextDecoder(charset.replaceAll('"', '')).decode(value)
    expect([status, body.files?.[0]?.title]).toEqual([201, expected])
  })

  it.each([
    ['a charset that does not exist', 'charset=klingon', Buffer.from('x'), 'the charset "klingon"'],
    ['bytes that are not in its charset', 'charset=utf-8', Buffer.from([0xc3, 0x28]), 'not valid UTF-8'],
    ['bytes that are not UTF-8', '', Buffer.from('Caf\xe9', 'latin1'), 'not valid UTF-8'],
  ])('a text field of a form is refused with %s', async (_, charset, value, says) => {
    const before = await settledState()
    const title = textPart(`\r\nContent-Type: text/plain; ${charset}`, value)
    const { status, body } = await sendParts(inProject, filePart('filename="x.png"'), title, end)
    expect([status, body.data]).toMatchObject([
      400,
      { error: 'bad_request', field: 'title', message: expect.stringContaining(says) },
    ])
    expect(await state()).toEqual(before)
  })
})

describe('the name of a file in a form', () => {
  it.each([
    ['filename="say %22hi%22.png"', 'Say "hi"'],
    ['filename="say \\"hi\\".png"', 'Say "hi"'],
    ['filename="two%0D%0Alines.png"', 'Two lines'],
    ['filename="C:\\pictures\\cart.png"', 'Cart'],
    ['filename="../../cart.png"', 'Cart'],
    ['filename=cart.png', 'Cart'],
    ['filename="文書.png"', '文書'],
    ["filename*=UTF-8''%E6%96%87%E6%9B%B8.png", '文書'],
  ])(
    'the name of a file in a form is read as browsers, curl and libraries write it: %s',
    async (name, title) => {
      const { status, body } = await sendParts(inProject, filePart(name), end)
      expect([status, body.files?.[0]?.title]).toEqual([201, title])
    },
  )
})

describe('a malformed form', () => {
  it.each([
    ['a part without a header', Buffer.from('--b\r\n\r\nx\r\n')],
    ['nothing but a boundary', Buffer.from('--b\r\n')],
    ['a part without a name', Buffer.from('--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n')],
    ['an attachment', Buffer.from('--b\r\nContent-Disposition: attachment; name="title"\r\n\r\nx\r\n')],
    ['a header of another kind', Buffer.from('--b\r\nContent-Type: text/plain\r\n\r\nx\r\n')],
  ])('a malformed form with %s is refused, and nothing is stored', async (_, part) => {
    const before = await settledState()
    const { status, body } = await sendParts(inProject, part, filePart('filename="x.png"'), end)
    expect([status, body.data?.error]).toEqual([400, 'bad_request'])
    expect(await state()).toEqual(before)
  })

  it.each([
    ['boundaries', '--b\r\n', 400],
    ['parts without a header', '--b\r\n\r\n\r\n', 400],
    ['empty texts', '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n\r\n', 413],
  ])('a malformed form of only %s is refused before the rest of it is sent', async (_, unit, status) => {
    const before = await settledState()
    const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1')
    socket.write(
      [
        'POST /v1/evidence HTTP/1.1',
        'Host: exhibit.test',
        `Authorization: Bearer ${token}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 100000000',
        '\r\n',
      ].join('\r\n'),
    )
    socket.write(unit.repeat(20_000))
    const [response] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    expect(response.toString().split(' ', 2)).toEqual(['HTTP/1.1', String(status)])
    expect(await settledState()).toEqual(before)
  })
})

describe('the limits of a form', () => {
  it(`a form has at most ${limits.formFiles} files`, async () => {
    const taken = await agent<SubmittedEvidence>(
      'POST',
      '/v1/evidence',
      formOf({ files: files(limits.formFiles), projectId }),
    )
    expect([taken.status, taken.body.files.length]).toEqual([201, limits.formFiles])
    const before = await settledState()
    const refused = await agent(
      'POST',
      '/v1/evidence',
      formOf({ files: files(limits.formFiles + 1), projectId }),
    )
    expect([refused.status, refused.body.data.message]).toEqual([413, expect.stringContaining('50 files')])
    expect(await state()).toEqual(before)
  })

  it(`a form has at most ${limits.formTexts} text fields of ${limits.formTextBytes} bytes each`, async () => {
    const { body } = await agent<SubmittedEvidence>(
      'POST',
      '/v1/evidence',
      formOf({ files: fileOf(png), projectId }),
    )
    const answers = (count: number) =>
      agent(
        'POST',
        `/v1/reviews/${body.review.id}/rounds`,
        formOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [`thr_${i}`, 'x']))),
      )
    expect((await answers(limits.formTexts)).status).toBe(404)
    expect(await answers(limits.formTexts + 1)).toMatchObject({ status: 413 })
    const description = (length: number) =>
      agent('POST', '/v1/evidence', formOf({ files: fileOf(png), description: text(length), projectId }))
    expect(await description(limits.description)).toMatchObject({ status: 201 })
    expect(await description(limits.formTextBytes)).toMatchObject({ status: 422 })
    expect(await description(limits.formTextBytes + 1)).toMatchObject({
      status: 413,
      body: { data: { error: 'too_large', field: 'description' } },
    })
  })

  it(`a form has at most ${limits.formTextsBytes} bytes in all text fields`, async () => {
    const { body } = await agent<SubmittedEvidence>(
      'POST',
      '/v1/evidence',
      formOf({ files: fileOf(png), projectId }),
    )
    const answers = (count: number) => {
      const texts = Array.from({ length: count }, (_, i) => [`thr_${i}`, text(limits.formTextBytes)])
      return agent('POST', `/v1/reviews/${body.review.id}/rounds`, formOf(Object.fromEntries(texts)))
    }
    const allowed = limits.formTextsBytes / limits.formTextBytes
    expect((await answers(allowed)).status).not.toBe(413)
    expect(await answers(allowed + 1)).toMatchObject({
      status: 413,
      body: { data: { message: expect.stringContaining('The texts of the form') as string } },
    })
  })

  it('a form accepts a picture of 50 MiB, but not one byte more', async () => {
    const padded = (bytes: number) => fileOf(Buffer.concat([png, Buffer.alloc(bytes - png.length)]))
    const send = (bytes: number) => agent('POST', '/v1/evidence', formOf({ files: padded(bytes), projectId }))
    expect((await send(limits.imageBytes)).status).toBe(201)
    const before = await settledState()
    expect(await send(limits.imageBytes + 1)).toMatchObject({
      status: 422,
      body: { data: { field: 'files', message: expect.stringContaining(String(limits.imageBytes + 1)) } },
    })
    expect(await state()).toEqual(before)
  })
})

describe('a form that is cut off', () => {
  /** Sends half of a large form. Returns once the server has stored some of it. */
  async function sendHalf() {
    const { type, body } = await encode(
      formOf({ externalRef: 'cut', files: [fileOf(png, 'a.png'), fileOf(await large, 'b.png')], projectId }),
    )
    const { hostname, port } = new URL(server.url)
    const socket = createConnection(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `POST /v1/evidence HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    socket.write(body.subarray(0, body.length >> 1))
    await expect.poll(workFolders).not.toEqual([])
    return socket
  }
  const large = noise(1000, 1000).png().toBuffer()

  it('if a client disconnects while it sends a form, nothing is stored and nothing is logged', async () => {
    const before = await settledState()
    const logged = server.log()
    const socket = await sendHalf()
    socket.destroy()
    await expect.poll(workFolders).toEqual([])
    expect(await state()).toEqual(before)
    expect(server.log()).toBe(logged)
  })

  it('if the server is killed while it reads a form, the sweep deletes the temporary folder', async () => {
    const before = await settledState()
    await sendHalf()
    await server.kill()
    await server.restart()
    const { rows, blobs, temporary } = await state()
    expect([rows, blobs]).toEqual([before.rows, before.blobs])
    expect(temporary).toHaveLength(1)
    const same = formOf({ externalRef: 'cut', files: fileOf(png, 'a.png'), projectId })
    expect((await agent('POST', '/v1/evidence', same)).status).toBe(201)
    await sweepOnTime(server, 2 * DAY)
    expect(await workFolders()).toEqual([])
  })
})

describe('a form during a server kill', () => {
  it('a form has no effect if the server is killed during decoding, and can be sent again', async () => {
    // Starts a server of its own, because a server with an advanced clock deletes folders of running calls.
    const { server, agent, projectId, png } = await ownFixture(settings)
    onTestFinished(() => server.stop())
    // Uses the token once, because its first use creates an event.
    await agent('GET', '/v1/projects')
    const large = await noise(2500, 2500).png().toBuffer()
    const send = () =>
      agent<SubmittedEvidence>(
        'POST',
        '/v1/evidence',
        formOf({ externalRef: 'killed', files: [fileOf(png, 'a.png'), fileOf(large, 'b.png')], projectId }),
        { 'idempotency-key': 'killed' },
      )
    /** Returns all rows except the rows of Idempotency-Keys. */
    const rowsOf = async () => ({ ...(await allRows(server)), idempotency: null })
    const [rows, blobs] = [await rowsOf(), await server.blobs.list()]

    const response = send().catch(() => null)
    // Waits until the first file is stored. The server processes the second file next.
    await expect.poll(server.blobs.list, { interval: 5 }).not.toEqual(blobs)
    await server.kill()
    expect((await response)?.status).not.toBe(201)
    await server.restart()
    expect(await rowsOf()).toEqual(rows)
    expect(await workFoldersOf(server)).not.toEqual([])
    expect(await send()).toMatchObject({ status: 409, body: { data: { error: 'idempotency_in_progress' } } })
    await server.advance(limits.idempotencyLeaseMs)

    const { status, body } = await send()
    expect([status, body.reused, body.files.map(each => each.outcome)]).toEqual([
      201,
      false,
      ['created', 'created'],
    ])
    const replay = await send()
    expect([replay.status, replay.headers.get('idempotent-replay'), replay.body]).toEqual([200, 'true', body])

    await sweepOnTime(server, 2 * DAY)
    expect(await workFoldersOf(server)).toEqual([])
    const revisionIds = body.files.map(each => each.revisionId)
    const orphans = (await server.blobs.list()).filter(key => !revisionIds.some(id => key.includes(id)))
    expect(orphans).toEqual(blobs)
    for (const { embedUrl } of body.files) expect((await fetch(embedUrl ?? '')).status).toBe(200)
  })
})

describe('POST /v1/evidence and the limit of the plan', () => {
  it('POST /v1/evidence stores nothing if its files together exceed a limit of the plan', async () => {
    const limited = await sharedServer({ PLAN_LIMITS: 'on' })
    const ann = await signUp(limited)
    const call = await ann.agent()
    const submit = async (count: number) => {
      const pictures = await Promise.all(Array.from({ length: count }, (_, i) => pngImage(20 + i, 20)))
      return call(
        'POST',
        '/v1/evidence',
        formOf({ files: pictures.map((each, i) => fileOf(each, `${i}.png`)), externalRef: 'x' }),
      )
    }
    expect((await submit(1)).status).toBe(201)
    const limit = plans.free.limits.evidenceUnitsPerMonth ?? 0
    await runSql(limited, 'UPDATE meter SET evidence_units = ? WHERE workspace_id = ?', [
      limit - 1,
      ann.workspaceId,
    ])
    const before = { rows: await allRows(limited), blobs: await limited.blobs.list() }
    // The first picture is already stored, so it does not count toward the limit.
    expect(await submit(3)).toMatchObject({
      status: 402,
      body: { data: { error: 'evidence_limit_reached', used: limit - 1, limit, plan: 'free' } },
    })
    expect({ rows: await allRows(limited), blobs: await limited.blobs.list() }).toEqual(before)
    expect((await submit(2)).status).toBe(200)
  })
})
