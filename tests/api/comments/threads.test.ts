import { describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { newReview } from '../../support/reviews/review'
import { annotate } from '../../support/reviews/comments'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { pngImage } from '../../support/media/samples'

const { server, person, agent, projectId } = await sharedFixture()
const read = async (id: string, as: Call = agent) =>
  (await as<ReviewPayload>('GET', `/v1/reviews/${id}`)).body

/** A list of threads with all fields. */
type WholeList = Omit<Output<'listThreads'>, 'threads'> & { threads: Thread[] }

describe('GET /v1/reviews/{id}/threads with `since`', () => {
  const list = async (id: string, query: string) =>
    (await agent<WholeList>('GET', `/v1/reviews/${id}/threads?${query}`)).body
  const note = async (id: string, body: string) =>
    (await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body })).body.threadId
  const idsOf = ({ threads }: { threads: Thread[] }) => threads.map(each => each.threadId)

  it('a list of threads with `since` contains each thread that changed after the cursor', async () => {
    const id = await newReview(agent, projectId)
    const [first, second, third] = [await note(id, 'One.'), await note(id, 'Two.'), await note(id, 'Three.')]
    const all = await list(id, 'status=all')
    expect(idsOf(all)).toEqual([first, second, third])
    const none = await list(id, `status=all&since=${all.cursor}`)
    expect(none).toMatchObject({ count: 0, threads: [], cursor: all.cursor })
    await person.call('POST', `/v1/threads/${third}/replies`, { body: 'And this.' })
    await agent('POST', `/v1/threads/${first}/address`)
    const fourth = await note(id, 'Four.')
    const changed = await list(id, `status=all&since=${none.cursor}`)
    expect(idsOf(changed)).toEqual([first, third, fourth])
    expect(changed.threads[1]?.comments).toMatchObject([{ body: 'Three.' }, { body: 'And this.' }])
    expect(idsOf(await list(id, `since=${none.cursor}`))).toEqual([third, fourth])
    expect(idsOf(await list(id, `status=addressed&since=${none.cursor}`))).toEqual([first])
    expect(idsOf(await list(id, `status=all&since=${changed.cursor}`))).toEqual([])
    expect(idsOf(await list(id, 'status=all&since=0'))).toEqual([first, second, third, fourth])
  })

  it('with the cursor of a wait request as `since`, a list of threads is empty until a change', async () => {
    const id = await newReview(agent, projectId)
    const first = await note(id, 'One.')
    const { cursor } = (await agent<{ cursor: string }>('GET', `/v1/reviews/${id}/wait?seconds=0`)).body
    const path = `/v1/reviews/${id}/threads?since=${cursor}`
    const empty = await agent<WholeList>('GET', path)
    expect(idsOf(empty.body)).toEqual([])
    const etag = { 'if-none-match': empty.headers.get('etag') ?? '' }
    expect((await agent('GET', path, undefined, etag)).status).toBe(304)
    expect((await agent('GET', `/v1/reviews/${id}/threads?since=0`, undefined, etag)).status).toBe(200)
    await person.call('POST', `/v1/threads/${first}/replies`, { body: 'More.' })
    const fresh = await agent<WholeList>('GET', path, undefined, etag)
    expect([fresh.status, idsOf(fresh.body)]).toEqual([200, [first]])
  })

  it('every list of threads contains the verdict and the counts of all threads', async () => {
    const id = await newReview(agent, projectId)
    await note(id, 'One.')
    await agent('POST', `/v1/threads/${await note(id, 'Two.')}/address`)
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'changes_requested' })
    for (const [status, count] of [
      ['open', 1],
      ['resolved', 0],
      ['all', 2],
    ] as const)
      expect(await list(id, `status=${status}`)).toMatchObject({
        status,
        count,
        reviewStatus: 'changes_requested',
        counts: { open: 1, addressed: 1, resolved: 0, total: 2 },
      })
  })

  it.each(['x', '-1', '1.5', '1'.repeat(16)])('a list of threads rejects since=%s', async since => {
    const id = await newReview(agent, projectId)
    expect(await agent('GET', `/v1/reviews/${id}/threads?since=${since}`)).toMatchObject({
      status: 422,
      body: { data: { field: 'since' } },
    })
  })
})

describe('a thread', () => {
  const note = async (id: string) =>
    (await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body: 'All of it.' }))
      .body

  it('agents can set a thread to addressed, and people to resolved; a reply changes no status', async () => {
    const id = await newReview(agent, projectId)
    const thread = await note(id)
    expect(thread).toMatchObject({
      status: 'open',
      kind: 'review',
      artifactId: null,
      geometry: null,
      comment: 'All of it.',
    })
    const at = `/v1/threads/${thread.threadId}`
    expect((await agent<Thread>('POST', `${at}/replies`, { body: 'On it.' })).body.status).toBe('open')
    expect((await agent<Thread>('POST', `${at}/address`)).body).toMatchObject({
      status: 'addressed',
      comments: [{}, {}],
    })
    expect((await agent<Thread>('POST', `${at}/address`, { body: 'Again.' })).body).toMatchObject({
      status: 'addressed',
      comments: [{}, {}, { body: 'Again.' }],
    })
    expect((await agent('POST', `${at}/resolve`)).status).toBe(403)
    expect((await person.call<Thread>('POST', `${at}/resolve`, { body: 'Good.' })).body).toMatchObject({
      status: 'resolved',
      comments: [{}, {}, {}, { body: 'Good.' }],
    })
    expect((await agent<Thread>('POST', `${at}/address`, { body: 'Late.' })).body).toMatchObject({
      status: 'resolved',
    })
    expect((await agent<Thread>('POST', `${at}/replies`, { body: 'Later.' })).body.status).toBe('resolved')
    expect((await person.call<Thread>('POST', `${at}/resolve`, { status: 'open' })).body.status).toBe('open')
    expect(
      (await person.call<Thread>('PATCH', `/api/threads/${thread.threadId}`, { status: 'addressed' })).body
        .status,
    ).toBe('addressed')
  })

  it('a list of threads contains open threads unless `status` is set, and counts all threads', async () => {
    const id = await newReview(agent, projectId)
    const [first, second] = [await note(id), await note(id)]
    await note(id)
    await agent('POST', `/v1/threads/${first.threadId}/address`)
    await person.call('POST', `/v1/threads/${second.threadId}/resolve`)
    const list = async (query: string) =>
      (
        await agent<{ status: string; count: number; threads: Thread[] }>(
          'GET',
          `/v1/reviews/${id}/threads${query}`,
        )
      ).body
    for (const [query, status, count] of [
      ['', 'open', 1],
      ['?status=open', 'open', 1],
      ['?status=addressed', 'addressed', 1],
      ['?status=resolved', 'resolved', 1],
      ['?status=all', 'all', 3],
    ] as const) {
      const body = await list(query)
      expect([query, body.status, body.count, body.threads.length]).toEqual([query, status, count, count])
    }
    expect((await read(id)).threadCounts).toEqual({ open: 1, addressed: 1, resolved: 1, total: 3 })
    expect(await agent('GET', `/v1/reviews/${id}/threads?status=closed`)).toMatchObject({
      status: 422,
      body: { data: { field: 'status' } },
    })
  })
})

describe('the number of a thread', () => {
  const started = async () => {
    const id = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, id, await pngImage(40, 30))
    const mark = async (): Promise<Thread> => {
      const body = { geometry: { x: 0.5, y: 0.5 }, body: 'Too dark.' }
      return (await person.call<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, body)).body
    }
    return { id, mark }
  }

  it('threads on artifacts are numbered per review; numbers of deleted threads are not reused', async () => {
    const { id, mark } = await started()
    const [first, second, third] = [await mark(), await mark(), await mark()]
    const onReview = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, { body: 'All of it.' })
    expect([first, second, third, onReview.body].map(each => each.number)).toEqual([1, 2, 3, null])
    await person.call('DELETE', `/api/threads/${first.threadId}`)
    await person.call('DELETE', `/api/threads/${third.threadId}`)
    expect((await mark()).number).toBe(4)
    const { threads } = (await agent<Output<'listThreads'>>('GET', `/v1/reviews/${id}/threads`)).body
    expect(threads.map(each => each.number)).toEqual([2, null, 4])
    expect((await agent<Thread>('GET', `/v1/threads/${second.threadId}`)).body.number).toBe(2)
    expect((await (await started()).mark()).number).toBe(1)
  })

  it('concurrent comments get different thread numbers', async () => {
    const { mark } = await started()
    const marked = await Promise.all(Array.from({ length: 20 }, mark))
    expect(new Set(marked.map(each => each.number))).toEqual(
      new Set(Array.from({ length: 20 }, (_, i) => i + 1)),
    )
  })
})

describe('long feedback in pages', () => {
  type List = Output<'listThreads'>
  type News = Output<'waitForFeedback'>
  const size = 10_000
  const call =
    <T>(path: string, as: Call = agent) =>
    async (query: Record<string, string>) =>
      (await as<T>('GET', `${path}?${new URLSearchParams({ size: String(size), ...query })}`)).body
  /** Reads all pages. Returns the thread ids of each page, and the length of its threads in characters. */
  async function pagesOf(read: (query: Record<string, string>) => Promise<List | News>, since?: string) {
    const pages: { ids: string[]; size: number }[] = []
    for (let cursor = since; ;) {
      const { threads, more, cursor: next } = await read(cursor === undefined ? {} : { since: cursor })
      pages.push({ ids: threads.map(each => each.threadId), size: JSON.stringify(threads).length })
      if (!more) return { pages, cursor: next }
      expect(next).not.toBe(cursor)
      cursor = next
    }
  }
  async function commented() {
    const id = await newReview(agent, projectId, 'Long')
    const threads: Thread[] = []
    for (let i = 0; i < 12; i++) {
      const body = { body: `${i} ${'x'.repeat(3000)}` }
      threads.push((await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, body)).body)
    }
    return { id, ids: threads.map(each => each.threadId) }
  }

  it('pages of long feedback have a limited size, and contain each thread once, oldest first', async () => {
    const { id, ids } = await commented()
    const { pages, cursor } = await pagesOf(call<List>(`/v1/reviews/${id}/threads`))
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.flatMap(each => each.ids)).toEqual(ids)
    for (const page of pages) expect(page.size).toBeLessThanOrEqual(size)
    const { body: whole } = await agent<List>('GET', `/v1/reviews/${id}/threads`)
    expect([whole.threads.map(each => each.threadId), whole.more, whole.cursor]).toEqual([
      ids,
      undefined,
      cursor,
    ])
  })

  it('a thread that changes between two pages is listed again, and no other thread is missing', async () => {
    const { id, ids } = await commented()
    const read = call<List>(`/v1/reviews/${id}/threads`)
    const first = await read({})
    const [again = ''] = first.threads.map(each => each.threadId)
    await person.call('POST', `/v1/threads/${again}/replies`, { body: 'And here.' })
    const { pages } = await pagesOf(read, first.cursor)
    const rest = pages.flatMap(each => each.ids)
    expect(rest.at(-1)).toBe(again)
    expect([...first.threads.map(each => each.threadId), ...rest.slice(0, -1)]).toEqual(ids)
  })

  it('a wait request returns long feedback in pages, even threads with a reply by the caller', async () => {
    const { id, ids } = await commented()
    // Although the agent replied to the first and the last thread, the wait request returns both.
    for (const threadId of [ids[0], ids.at(-1)])
      await agent('POST', `/v1/threads/${threadId}/replies`, { body: 'Seen.' })
    const wait = call<News>(`/v1/reviews/${id}/wait`)
    const { pages, cursor } = await pagesOf(query => wait({ seconds: '0', ...query }), '0')
    expect(pages.length).toBeGreaterThan(3)
    expect(pages.flatMap(each => each.ids)).toEqual(ids)
    expect(await wait({ seconds: '0', since: cursor })).toMatchObject({ changed: false, threads: [] })
  })

  it.each([9_999, 10_000_001, 10_000.5])('a page of feedback cannot have the size %d', async other => {
    const { id } = await commented()
    for (const path of ['threads', 'wait'])
      expect(await agent('GET', `/v1/reviews/${id}/${path}?size=${other}`)).toMatchObject({
        status: 422,
        body: { data: { field: 'size' } },
      })
  })

  it('a page of feedback contains at least one thread, even one that exceeds the page size', async () => {
    const id = await newReview(agent, projectId, 'Long')
    await person.call('POST', `/v1/reviews/${id}/threads`, { body: 'é'.repeat(10_000) })
    for (const of of ['10000', '10000000'])
      expect((await call<List>(`/v1/reviews/${id}/threads`)({ size: of })).threads).toHaveLength(1)
  })

  it('a share link with `size` returns threads to check, then open ones, and the counts of all', async () => {
    const { id, ids } = await commented()
    for (const threadId of ids.slice(0, 2))
      await person.call('POST', `/v1/threads/${threadId}/resolve`, { status: 'resolved' })
    for (let i = 0; i < 40; i++)
      await person.call('POST', `/v1/reviews/${id}/threads`, { body: `${i} ${'y'.repeat(9000)}` })
    const last = ids.at(-1) ?? ''
    await agent('POST', `/v1/threads/${last}/address`, { body: 'Done.' })
    const link = await agent<{ token: string }>('POST', `/v1/reviews/${id}/share-links`)
    type Shared = Output<'readShare'>
    const shared = await agent<Shared>('GET', `/api/share/${link.body.token}?size=20000`)
    const { threads, more, threadCounts } = shared.body
    expect(more).toBe(true)
    const listed = threads.map(each => each.threadId)
    expect(listed).toEqual([...ids.slice(2, 1 + threads.length), last])
    expect(threads.length).toBeGreaterThan(1)
    expect(threadCounts).toMatchObject({ open: 49, addressed: 1, resolved: 2 })
    type First = Output<'readFirstThreads'>
    const first = await person.call<First>('GET', `/api/reviews/${id}/threads?size=20000`)
    expect(first.body).toMatchObject({ reviewId: id, more: true })
    expect(first.body.threads.map(each => each.threadId)).toEqual(threads.map(each => each.threadId))
    const all = await person.call<First>('GET', `/api/reviews/${id}/threads?size=10000000`)
    expect([all.body.threads.length, all.body.more]).toEqual([52, undefined])
    const whole = await agent<Shared>('GET', `/api/share/${link.body.token}`)
    expect([whole.body.threads.length, whole.body.more]).toEqual([52, undefined])
    for (const path of [`/r/${link.body.token}`, `/reviews/${id}`]) {
      const page = await fetch(`${server.url}${path}`, {
        headers: { accept: 'text/html', cookie: person.cookie },
      })
      const html = await page.text()
      expect([page.status, html.includes('x'.repeat(3000))]).toEqual([200, true])
      expect(html.length).toBeLessThan(250_000)
    }
  })
})

describe('untrusted texts in responses', () => {
  const agentHeaders = async () => ({ authorization: `Bearer ${await person.token()}` })

  it('a response starts with the names of user-written fields, and has no control characters', async () => {
    const id = await newReview(agent, projectId)
    const { threadId } = (
      await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, {
        kind: 'review',
        body: 'Red \u001b[31mtotal\u202e, C:\\u001b.',
      })
    ).body
    const paths = [
      `/v1/threads/${threadId}`,
      `/v1/reviews/${id}/threads`,
      `/v1/reviews/${id}/wait?seconds=0&fields=compact`,
    ]
    for (const path of paths) {
      const response = await fetch(`${server.url}${path}`, { headers: await agentHeaders() })
      const json = await response.text()
      expect(json).toMatch(/^\{"untrusted":\["[^{]*comment/)
      expect(json).toContain('Red [31mtotal, C:\\\\u001b.')
      expect(json).not.toContain('\u202e')
    }
  })

  it('a client that prefers Markdown gets the threads as a Markdown list', async () => {
    const id = await newReview(agent, projectId)
    await person.call('POST', `/v1/reviews/${id}/threads`, { kind: 'review', body: 'It wraps.' })
    const read = async (accept: string, query = '') => {
      const headers = { ...(await agentHeaders()), accept }
      const response = await fetch(`${server.url}/v1/reviews/${id}/threads${query}`, { headers })
      return {
        type: response.headers.get('content-type'),
        etag: response.headers.get('etag'),
        text: await response.text(),
      }
    }
    const markdown = await read('text/markdown')
    expect(markdown.type).toBe('text/markdown; charset=utf-8')
    expect(markdown.text).toMatch(
      /^There is 1 open comment\..*\n\n- thr_\w+ \(open\) on the review\n {2}\w+: It wraps\.\n$/,
    )
    const json = await read('application/json')
    expect(json.type).toBe('application/json')
    expect(json.etag).not.toBe(markdown.etag)
    expect((await read('*/*', '?format=text')).text).toBe(markdown.text)
    expect((await read('text/markdown', '?format=json')).text).toBe(json.text)
    expect(await read('*/*', '?format=text&unknown=1')).toMatchObject({
      type: 'text/markdown; charset=utf-8',
      text: markdown.text,
    })
    expect((await read('text/markdown', '?unknown=1')).text).toBe(markdown.text)
    expect((await read('*/*', '?unknown=1')).text).toContain('Unknown parameters were ignored: unknown.')
  })

  it('a wait request for Markdown gets the next action, the comments and one call to reply', async () => {
    const id = await newReview(agent, projectId)
    const read = async (query: string) => {
      const headers = { ...(await agentHeaders()), accept: 'text/markdown' }
      const response = await fetch(`${server.url}/v1/reviews/${id}/wait?seconds=0&gather=0${query}`, {
        headers,
      })
      expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      return response.text()
    }
    const wait = `${server.url}/v1/reviews/${id}/wait\\?since=\\d+&fields=compact`.replaceAll('.', '\\.')
    expect(await read('')).toMatch(
      new RegExp(`^No news\\. Next \\(upload_revision\\): .*\\n\\nWait at ${wait}\\n$`),
    )
    const { artifactId } = await upload(agent, id, await pngImage(40, 30), { title: 'Cart' })
    const first = await annotate(person.call, artifactId, 'It wraps.\u202e')
    const one = await read('&since=0')
    expect(one).toContain(
      `- ${first.threadId} (open) comment 1, point on "Cart", revision 1\n` +
        `  in pixels: x=20, y=15\n  Ann: It wraps.\n` +
        `  ${artifactId}, picture: ${server.url}/v1/threads/${first.threadId}/picture\n`,
    )
    const rounds = `${server.url}/v1/reviews/${id}/rounds -F ${artifactId}=@FILE`
    const answer = ({ threadId }: Thread) => `--form-string ${threadId}="WHAT CHANGED"`
    expect(one).not.toContain('--form-string')
    const second = await annotate(person.call, artifactId, 'Too small.')
    expect(await read('&since=0')).toContain(
      `\nAnswer all in one call: ${rounds} ${answer(first)} ${answer(second)}\n`,
    )
    const body = new FormData()
    body.set(first.threadId, 'Only a word.')
    const headers = { ...(await agentHeaders()), accept: 'text/markdown' }
    const round = await fetch(`${server.url}/v1/reviews/${id}/rounds`, { method: 'POST', headers, body })
    expect(await round.text()).toContain(
      `\nThe Markdown is as before: GET ${server.url}/v1/reviews/${id}/markdown?`,
    )
    const decision = { status: 'verified', comment: 'Fine\nfor now.' }
    await person.call('POST', `/api/reviews/${id}/status`, decision)
    const done = await read('&since=0')
    expect(done).toContain('\n> With the verdict: Fine\n> for now.\n')
    expect(done).toMatch(/^Next \(done\): /)
    expect(done).not.toContain('Wait at')
  })
})
