import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ContextElement, RevisionContext } from '#shared/contract/context'
import type { SubmittedEvidence, SubmittedRound } from '#shared/contract/submitted-evidence'
import { limits } from '#shared/contract/kit/limits'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import { runSql } from '../../support/data/database'
import { pngImage, sample } from '../../support/media/samples'
import { annotate } from '../../support/reviews/comments'
import { commentAt, uploadVideo } from '../../support/reviews/frames'
import { newReview, threadsOf } from '../../support/reviews/review'
import { newShareLink, visitorOf } from '../../support/reviews/share'
import { declareUpload, revise, upload } from '../../support/reviews/uploads'
import { joined } from '../../support/people/sign-up'
import { sharedFixture } from '../../support/server/fixture'
import { fileOf } from '../../support/server/forms'

const { server, person, agent, projectId, png } = await sharedFixture()

type Refused = { data?: { error: string; field: string | null } }

const button = { box: [0.4, 0.4, 0.2, 0.1], role: 'button', name: 'Buy now', source: 'src/Cart.tsx:41' }
const put = (revisionId: string, body: object, call = agent) =>
  call<Refused & { elements: number; events: number }>('PUT', `/v1/revisions/${revisionId}/context`, body)
const read = (revisionId: string, call = agent) =>
  call<RevisionContext & Refused>('GET', `/v1/revisions/${revisionId}/context`)
const newImage = async () => upload(agent, await newReview(agent, projectId), png)
const namesOf = (elements: readonly ContextElement[]) => elements.map(each => each.name)

describe('the context of a revision', () => {
  it('the page context of a revision is stored once, and members and agents can read it', async () => {
    const { revisionId } = await newImage()
    expect((await read(revisionId)).status).toBe(404)
    const aria = '- button "Buy now"'
    const sent = await put(revisionId, { page: { url: 'http://127.0.0.1/cart' }, elements: [button], aria })
    expect([sent.status, sent.body]).toEqual([201, { revisionId, elements: 1, events: 0 }])
    const reviewer = await joined(server, person, 'Rita', 'reviewer')
    for (const call of [agent, person.call, reviewer.call])
      expect((await read(revisionId, call)).body).toEqual({
        untrusted: ['page', 'elements', 'events', 'aria'],
        page: {
          url: 'http://127.0.0.1/cart',
          ...{ title: null, userAgent: null, scroll: null, deviceScaleFactor: null, colorScheme: null },
        },
        elements: [{ ...button, text: null, tag: null, selector: null, testId: null, component: null }],
        events: [],
        aria,
      })
    const again = await put(revisionId, { elements: [] })
    expect([again.status, again.body.data?.error]).toEqual([409, 'conflict'])
    expect((await put(revisionId, { elements: [] }, reviewer.call)).status).toBe(403)
  })

  it('a revision states whether it has a page context, but not to visitors of a share link', async () => {
    const { revisionId, artifactId, review } = await newImage()
    await put(revisionId, { elements: [button] })
    await revise(agent, artifactId, await pngImage(30, 30))
    const { body } = await person.call<ReviewPayload>('GET', `/v1/reviews/${review.id}`)
    expect(body.artifacts[0]?.revisions.map(each => each.hasContext)).toEqual([true, false])
    const { token } = await newShareLink(person.call, review.id)
    const shared = await visitorOf(server, token).read()
    expect(JSON.stringify(shared.body)).toContain(revisionId)
    expect(JSON.stringify(shared.body)).not.toContain('hasContext')
  })

  it('of several contexts sent concurrently for a revision, only one is stored', async () => {
    const { revisionId } = await newImage()
    const sent = await Promise.all(
      Array.from({ length: 6 }, (_, at) => put(revisionId, { elements: [{ ...button, name: `B${at}` }] })),
    )
    expect(sent.map(each => each.status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    const won = sent.findIndex(each => each.status === 201)
    expect(namesOf((await read(revisionId)).body.elements)).toEqual([`B${won}`])
    const keys = (await server.blobs.list()).filter(key => key.startsWith(`${revisionId}/context`))
    expect(keys).toHaveLength(1)
  })

  it('control characters are removed from the page texts in a context', async () => {
    const { revisionId } = await newImage()
    await put(revisionId, {
      elements: [{ ...button, name: 'Buy\u001b[31m\nnow \u202Ecod.exe' }],
      aria: '- text: "a\u0007b"\n- button',
    })
    const { body } = await read(revisionId)
    expect(namesOf(body.elements)).toEqual(['Buy[31m now cod.exe'])
    expect(body.aria).toBe('- text: "ab"\n- button')
  })

  it('an incomplete revision and a revision with deleted media have no page context', async () => {
    const declared = await declareUpload(agent, await newReview(agent, projectId), { bytes: 10 })
    expect((await put(declared.body.revisionId, { elements: [] })).status).toBe(409)
    const { revisionId } = await newImage()
    await put(revisionId, { elements: [button] })
    await runSql(server, 'UPDATE revision SET media_deleted_at = ? WHERE id = ?', [Date.now(), revisionId])
    expect((await read(revisionId)).status).toBe(404)
  })

  it('the page contexts of a deleted review are deleted with it', async () => {
    const { revisionId, review } = await newImage()
    await put(revisionId, { elements: [button] })
    const keys = async () => (await server.blobs.list()).filter(key => key.startsWith(revisionId))
    expect((await keys()).some(key => key.includes('/context-'))).toBe(true)
    await person.call('DELETE', `/api/reviews/${review.id}`)
    await expect.poll(keys).toEqual([])
  })
})

describe('limits of a context', () => {
  const elements = (count: number) => Array.from({ length: count }, () => button)
  it.each([
    ['the most elements', { elements: elements(limits.contextElements) }, 201, undefined],
    ['more elements', { elements: elements(limits.contextElements + 1) }, 422, 'elements'],
    ['the longest text', { elements: [{ ...button, text: 'x'.repeat(80) }] }, 201, undefined],
    ['a longer text', { elements: [{ ...button, text: 'x'.repeat(81) }] }, 422, 'elements.0.text'],
    ['a box at the edge', { elements: [{ box: [0.5, 0.5, 0.5, 0.5] }] }, 201, undefined],
    ['a box over the edge', { elements: [{ box: [0.5, 0.5, 0.5, 0.51] }] }, 422, 'elements.0.box'],
    ['a box in pixels', { elements: [{ box: [10, 10, 5, 5] }] }, 422, 'elements.0.box.0'],
    ['an element without a box', { elements: [{ name: 'x' }] }, 422, 'elements.0.box'],
    ['events of an image', { events: [{ ms: 0, kind: 'action', text: 'x' }] }, 422, 'events'],
    ['the longest ARIA text', { aria: 'x'.repeat(limits.contextAria) }, 201, undefined],
    ['a longer ARIA text', { aria: 'x'.repeat(limits.contextAria + 1) }, 422, 'aria'],
  ])('the limits of a page context are checked: %s', async (_, body, status, field) => {
    const { revisionId } = await newImage()
    const sent = await put(revisionId, body)
    expect([sent.status, sent.body.data?.field]).toEqual([status, field])
  })

  it('a page context of more than 2 MiB is refused', async () => {
    const { revisionId } = await newImage()
    const sized = (bytes: number) => ({ pad: 'x'.repeat(bytes - JSON.stringify({ pad: '' }).length) })
    expect((await put(revisionId, sized(limits.contextBytes + 1))).status).toBe(413)
    expect((await put(revisionId, sized(limits.contextBytes))).status).toBe(201)
  })

  it('events in a video’s context are accepted only up to its end, and elements are refused', async () => {
    const { revisionId } = await uploadVideo(agent, await newReview(agent, projectId))
    const at = (ms: number) => put(revisionId, { events: [{ ms, kind: 'console', text: 'x' }] })
    expect((await put(revisionId, { elements: [button] })).body.data?.field).toBe('elements')
    expect((await at(60_000)).body.data?.field).toBe('events.0.ms')
    expect((await at(2000)).status).toBe(201)
  })
})

describe('the elements and events of a comment', () => {
  it('a comment lists the page elements at its mark, and other ones after the mark was moved', async () => {
    const { artifactId, revisionId } = await newImage()
    const page = { box: [0, 0, 1, 1], role: 'main', name: 'Cart' }
    await put(revisionId, { elements: [page, button] })
    const on = await annotate(person.call, artifactId, 'Wider.', { geometry: { x: 0.5, y: 0.45 } })
    expect(namesOf(on.elements)).toEqual(['Buy now', 'Cart'])
    expect(on.elements[0]).toMatchObject({ role: 'button', source: 'src/Cart.tsx:41' })
    const moved = await person.call<Thread>('PATCH', `/api/threads/${on.threadId}`, {
      geometry: { x: 0.1, y: 0.1 },
    })
    expect(namesOf(moved.body.elements)).toEqual(['Cart'])
    const [listed] = await threadsOf(agent, on.reviewId)
    expect(namesOf(listed?.elements ?? [])).toEqual(['Cart'])
  })

  it('a page context that arrives after a comment adds its elements to the comment', async () => {
    const { artifactId, revisionId } = await newImage()
    const at = { geometry: { x: 0.5, y: 0.45 } }
    const { elements, reviewId } = await annotate(person.call, artifactId, 'Wider.', at)
    expect(elements).toEqual([])
    await put(revisionId, { elements: [button] })
    expect((await threadsOf(agent, reviewId)).map(each => namesOf(each.elements))).toEqual([['Buy now']])
  })

  it('a comment lists the page elements of the revision that the comment is on', async () => {
    const { artifactId, revisionId } = await newImage()
    await put(revisionId, { elements: [button] })
    const later = await revise(agent, artifactId, await pngImage(90, 60))
    await put(later.revisionId, { elements: [{ ...button, name: 'Order' }] })
    const at = (more: object) =>
      annotate(person.call, artifactId, 'Wider.', { geometry: { x: 0.5, y: 0.45 }, ...more })
    expect(namesOf((await at({})).elements)).toEqual(['Order'])
    expect(namesOf((await at({ revisionId })).elements)).toEqual(['Buy now'])
    expect((await at({ kind: 'artifact', geometry: undefined })).elements).toEqual([])
  })

  it('a comment on a time of a video states the events around this time', async () => {
    const { artifactId, revisionId } = await uploadVideo(agent, await newReview(agent, projectId))
    const events = [
      { ms: 100, kind: 'action', text: 'click Buy' },
      { ms: 300, kind: 'error', level: 'error', text: 'TypeError: x is undefined', detail: 'at pay.ts:7' },
    ]
    await put(revisionId, { events })
    const thread = await commentAt(person, artifactId)
    expect(thread.events).toEqual([
      { ...events[0], level: 'info', detail: null },
      { ...events[1], detail: 'at pay.ts:7' },
    ])
    expect(thread.elements).toEqual([])
  })

  it('visitors of a share link read neither the context nor the elements of comments', async () => {
    const { artifactId, revisionId, review } = await newImage()
    await put(revisionId, { elements: [button] })
    await annotate(person.call, artifactId, 'Wider.', { geometry: { x: 0.5, y: 0.45 } })
    const { token } = await newShareLink(person.call, review.id, { allowComments: true })
    const visitor = visitorOf(server, token)
    const { body } = await visitor.read()
    expect(JSON.stringify(body)).toContain('Wider.')
    expect(JSON.stringify(body)).not.toContain('Buy now')
    expect(JSON.stringify(body)).not.toContain('Cart.tsx')
  })
})

describe('a context in a form', () => {
  const withContext = (...parts: [string, string | File][]) => {
    const form = new FormData()
    for (const [name, value] of parts) form.append(name, value)
    return form
  }
  const contextOf = (context: object, name = 'cart.json') =>
    fileOf(Buffer.from(JSON.stringify(context)), name)
  const send = (form: FormData) => agent<SubmittedEvidence & Refused>('POST', '/v1/evidence', form)
  let references = 0
  const newReference = (): [string, string] => ['externalRef', `form-context-${(references += 1)}`]

  it('in a form, each file has the context that follows it, even with a poster between them', async () => {
    const recording = await readFile(sample('plain.mp4'))
    const { status, body } = await send(
      withContext(
        newReference(),
        ['projectId', projectId],
        ['files', fileOf(await pngImage(50, 30), 'cart.png')],
        ['context', contextOf({ elements: [button] })],
        ['files', fileOf(await pngImage(40, 30), 'menu.png')],
        ['files', fileOf(recording, 'walk.mp4')],
        ['poster', fileOf(png)],
        ['context', contextOf({ events: [{ ms: 100, kind: 'action', text: 'Click' }] })],
      ),
    )
    expect(status).toBe(201)
    const [cart, menu, walk] = await Promise.all(body.files.map(each => read(each.revisionId)))
    expect(namesOf(cart?.body.elements ?? [])).toEqual(['Buy now'])
    expect(menu?.status).toBe(404)
    expect(walk?.body.events).toMatchObject([{ ms: 100, kind: 'action', text: 'Click' }])
    const artifactId = body.files[0]?.artifactId ?? ''
    const thread = await annotate(agent, artifactId, 'Wider.', { geometry: { x: 0.5, y: 0.45 } })
    expect(thread.elements?.[0]).toMatchObject({ name: 'Buy now', source: 'src/Cart.tsx:41' })
  })

  it('a round accepts page contexts, also for a file whose field name is the evidence id', async () => {
    const first = await send(withContext(newReference(), ['projectId', projectId], ['files', fileOf(png)]))
    const artifactId = first.body.files[0]?.artifactId ?? ''
    const { body } = await agent<SubmittedRound>(
      'POST',
      `/v1/reviews/${first.body.review.id}/rounds`,
      withContext(
        [artifactId, fileOf(await pngImage(33, 30))],
        ['context', contextOf({ elements: [button] })],
      ),
    )
    expect(namesOf((await read(body.files[0]?.revisionId ?? '')).body.elements)).toEqual(['Buy now'])
  })

  it('the error for a wrong context in a form names the field, and nothing is stored', async () => {
    const cases: [File | null, string, RegExp][] = [
      [contextOf({ elements: [button, { box: [0.9, 0, 0.2, 0.1] }] }), 'context.elements.1.box', /picture/],
      [contextOf({ events: [{ ms: 1, kind: 'action', text: 'x' }] }), 'context.events', /image/],
      [fileOf(Buffer.from('{'), 'broken.json'), 'context', /"broken.json" is not valid JSON/],
      [fileOf(Buffer.alloc(limits.contextBytes + 1, ' '), 'big.json'), 'context', /at most/],
    ]
    for (const [context, field, message] of cases) {
      const reference = newReference()
      const refused = await send(
        withContext(reference, ['projectId', projectId], ['files', fileOf(png)], ['context', context ?? '']),
      )
      expect([refused.status, refused.body.data?.field]).toEqual([422, field])
      expect(refused.body.data).toMatchObject({ message: expect.stringMatching(message) })
      const found = await agent<{ reviews: unknown[] }>('GET', `/v1/reviews?externalRef=${reference[1]}`)
      expect(found.body.reviews).toEqual([])
    }
    const whitespace = Buffer.concat([Buffer.from('{}'), Buffer.alloc(limits.contextBytes - 2, ' ')])
    const largest = [newReference(), ['projectId', projectId], ['files', fileOf(png)]] as [string, File][]
    expect((await send(withContext(...largest, ['context', fileOf(whitespace)]))).status).toBe(201)
  })

  it('a context in a form needs a file before it, and a file has at most one context', async () => {
    const file: [string, File] = ['files', fileOf(png)]
    const context: [string, File] = ['context', contextOf({ elements: [] })]
    for (const parts of [
      [context, file],
      [file, context, context],
    ])
      expect((await send(withContext(...parts, ['projectId', projectId]))).body.data).toMatchObject({
        field: 'context',
      })
  })

  it('a context for a file that was sent earlier is not stored, but causes a warning', async () => {
    const reference = newReference()
    const file: [string, File] = ['files', fileOf(await pngImage(29, 30))]
    await send(withContext(reference, ['projectId', projectId], file))
    const { body } = await send(
      withContext(reference, ['projectId', projectId], file, ['context', contextOf({ elements: [button] })]),
    )
    expect(body.files).toMatchObject([
      { outcome: 'unchanged', warnings: [{ code: 'context_not_stored', field: 'context' }] },
    ])
    expect((await put(body.files[0]?.revisionId ?? '', { elements: [button] })).status).toBe(201)
    const again = await send(
      withContext(reference, ['projectId', projectId], file, ['context', contextOf({ elements: [button] })]),
    )
    expect(again.body.files).toMatchObject([{ outcome: 'unchanged', warnings: [] }])
  })

  it('a form whose context has an event after the end of the video is refused', async () => {
    const recording = fileOf(await readFile(sample('plain.mp4')), 'walk.mp4')
    const late = contextOf({ events: [{ ms: 3_600_000, kind: 'action', text: 'Late' }] })
    const { body } = await send(
      withContext(['projectId', projectId], ['files', recording], ['context', late]),
    )
    expect(body.data?.field).toBe('context.events.0.ms')
  })

  it('a context stores no texts of areas that were redacted', async () => {
    const redact = [{ x: 0.4, y: 0.4, width: 0.05, height: 0.05 }]
    const title = { box: [0, 0, 0.3, 0.1], role: 'heading', name: 'Cart' }
    const hidden = { ...button, text: 'secret', selector: '#secret', testId: 'secret' }
    const inner = { box: [0.41, 0.9, 0.1, 0.05], role: 'link', selector: '#secret > a' }
    const page = { url: 'http://127.0.0.1/secret', title: 'secret', colorScheme: 'dark' }
    const context = { page, elements: [hidden, title, inner], aria: '- text: secret' }
    const items = JSON.stringify([{ redact }])
    const parts: [string, string | File][] = [
      ['projectId', projectId],
      ['items', items],
    ]
    const { body } = await send(
      withContext(...parts, ['files', fileOf(await pngImage(31, 30))], ['context', contextOf(context)]),
    )
    const stored = (await read(body.files[0]?.revisionId ?? '')).body
    expect(JSON.stringify(stored)).not.toContain('secret')
    expect(stored.page).toMatchObject({ url: null, title: null, colorScheme: 'dark' })
    expect(stored.elements).toMatchObject([
      { role: 'button', source: 'src/Cart.tsx:41' },
      { name: 'Cart' },
      { role: 'link', selector: null },
    ])
    const later = await send(withContext(...parts, ['files', fileOf(await pngImage(32, 30))]))
    const revisionId = later.body.files[0]?.revisionId ?? ''
    expect((await put(revisionId, context)).status).toBe(201)
    expect(JSON.stringify((await read(revisionId)).body)).not.toContain('secret')
  })
})
