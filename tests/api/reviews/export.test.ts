import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Thread } from '#shared/contract/thread'
import { joined, signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { newImage } from '../../support/reviews/comment-images'
import { runSql } from '../../support/data/database'
import { sharedFixture } from '../../support/server/fixture'
import { commentAt, plainFrame, sendFrame, uploadVideo } from '../../support/reviews/frames'
import { noise, pngImage, sample } from '../../support/media/samples'
import { unzipped } from '../../support/cli/unzipped'

const { server, person, agent, projectId, png } = await sharedFixture()

/** Returns the images in an HTML page with their sizes. */
const imagesOf = (html: string) =>
  Promise.all(
    [...html.matchAll(/<img src="data:image\/\w+;base64,([\w+/=]+)" alt="([^"]*)">/g)].map(
      async ([, data = '', alt]) => {
        const { width, height } = await sharp(Buffer.from(data, 'base64')).metadata()
        return { alt, width, height }
      },
    ),
  )

const exported = (reviewId: string, format: string, as: Pick<Person, 'cookie'> = person, method = 'GET') =>
  fetch(`${server.url}/api/reviews/${reviewId}/export/${format}`, { method, headers: { cookie: as.cookie } })

// Creates a review with two revisions of an image, a video, and comments.
const reviewId = await newReview(agent, projectId, 'Totals <wrap> / “now”')
const image = await upload(agent, reviewId, png, { title: 'Dash/board' })
const { body: thread } = await agent<{ threadId: string }>(
  'POST',
  `/v1/artifacts/${image.artifactId}/annotations`,
  { geometry: { x: 0.5, y: 0.5 }, body: '=HYPERLINK("https://evil.example") <script>alert(1)</script>' },
)
await agent('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'On "it",\nnow.' })
const second = await pngImage(32, 24)
await revise(agent, image.artifactId, second)
const recording = await readFile(sample('plain.mp4'))
await upload(agent, reviewId, recording, { kind: 'video', mime: 'video/mp4', title: 'Resize' })
await agent('POST', `/v1/reviews/${reviewId}/threads`, { body: 'All in all.' })

describe('the ZIP file of the originals of a review', () => {
  it('the ZIP file of a review contains the original of the latest revision of each artifact', async () => {
    const response = await exported(reviewId, 'originals')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-disposition')).toContain(
      'attachment; filename="Totals wrap now.zip"',
    )
    const files = unzipped(Buffer.from(await response.arrayBuffer()))
    expect([...files.keys()]).toEqual(['Dash board r2.png', 'Resize r1.mp4'])
    expect(files.get('Dash board r2.png')?.equals(second)).toBe(true)
    expect(files.get('Resize r1.mp4')?.equals(recording)).toBe(true)
  })

  it('the ZIP file of a review can be limited to at most 200 selected artifacts', async () => {
    const id = await newReview(agent, projectId)
    const [one, , three] = [
      await upload(agent, id, png, { title: 'One' }),
      await upload(agent, id, png, { title: 'Two' }),
      await upload(agent, id, png, { title: 'Three' }),
    ]
    const of = (ids: string[]) => exported(id, `originals?artifactIds=${ids.join(',')}`)
    const names = async (ids: string[]) => [
      ...unzipped(Buffer.from(await (await of(ids)).arrayBuffer())).keys(),
    ]
    expect(await names([three.artifactId, one.artifactId])).toEqual(['One r1.png', 'Three r1.png'])
    const full = Array.from({ length: 200 }, () => one.artifactId)
    expect(await names(full)).toEqual(['One r1.png'])
    for (const refused of [[...full, one.artifactId], ['One'], ['']])
      expect(await (await of(refused)).json()).toMatchObject({
        statusCode: 422,
        data: { field: expect.stringMatching(/^artifactIds/) as string },
      })
    // The requested artifact belongs to another review.
    expect((await of([image.artifactId])).status).toBe(404)
  })

  it('the file names in the ZIP file of a review are unique, even if letter case is ignored', async () => {
    const id = await newReview(agent, projectId)
    for (const title of ['Home', 'home', 'Home']) await upload(agent, id, png, { title })
    const files = unzipped(Buffer.from(await (await exported(id, 'originals')).arrayBuffer()))
    expect([...files.keys()]).toEqual(['Home r1.png', 'home r1 (2).png', 'Home r1 (3).png'])
  })

  it('the audit log records a ZIP download once an hour per revision, but no HEAD request', async () => {
    const id = await newReview(agent, projectId)
    await upload(agent, id, png)
    await upload(agent, id, await noise(20, 20).png().toBuffer())
    const events = () =>
      runSql(server, "select id from event where review_id = ? and kind = 'artifact.downloaded'", [id])
    expect((await exported(id, 'originals', person, 'HEAD')).status).toBe(200)
    expect(await events()).toHaveLength(0)
    for (let times = 0; times < 2; times++) await (await exported(id, 'originals')).arrayBuffer()
    expect(await events()).toHaveLength(2)
  })

  it('requesting the ZIP file of a review without evidence gets a 404', async () => {
    const response = await exported(await newReview(agent, projectId), 'originals')
    expect([response.status, await response.json()]).toMatchObject([404, { data: { error: 'not_found' } }])
  })
})

describe('the HTML export of a review', () => {
  it('the HTML export contains images and comments, but no scripts and no external files', async () => {
    const response = await exported(reviewId, 'html')
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('filename="Totals wrap now.html"')
    const html = await response.text()
    expect(html).toContain("default-src 'none'; img-src data:; style-src 'unsafe-inline'")
    expect(html).toContain('<title>Totals &lt;wrap&gt; / “now”</title>')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(html).not.toContain('<script')
    expect(html).toContain('All in all.')
    // The page shows both revisions of the image, because a comment is on the older one. The video has no
    // poster.
    expect(html.match(/<img src="data:image\/(?:png|jpeg);base64,[\w+/]+=*"/g)).toHaveLength(2)
    expect(html.match(/<h2 [^>]*><a [^>]*>Dash\/board<\/a> <span class="mute">r[12]</g)).toHaveLength(2)
    expect(html).toMatch(/A video of \d\.\d s without a poster\./)
    expect(html).not.toMatch(/src="(?!data:)/)
  })

  it('the HTML export links to the review, its evidence and its comments', async () => {
    const html = await (await exported(reviewId, 'html')).text()
    const address = `${server.url}/reviews/${reviewId}`
    expect(html).toContain(`<a href="${address}" rel="noopener">Open this review</a>`)
    expect(html).toContain(`<a href="${address}#${image.artifactId}" rel="noopener">Dash/board</a>`)
    expect(html).toContain(`<a href="${address}#${thread.threadId}" rel="noopener">Comment 1</a>`)
  })

  it('the HTML export renders the Markdown of comments, but escapes all HTML', async () => {
    const id = await newReview(agent, projectId, `"><img src=x onerror='alert(1)'>`)
    const write = (body: string) => agent('POST', `/v1/reviews/${id}/threads`, { body })
    await write('**Bold** and [docs](https://a.example/?a=1&b="2")\n\n- first\n- `<b>`')
    await write('[run](javascript:alert(1)) <img src=https://a.example/x.png> ![x](https://a.example/y.png)')
    await write('See https://a.example/plain and <script>alert(1)</script>')
    const html = await (await exported(id, 'html')).text()
    const rel = 'rel="noopener nofollow ugc"'
    expect(html).toContain('<p dir="auto"><strong>Bold</strong> and ')
    expect(html).toContain(`<a href="https://a.example/?a=1&amp;b=%222%22" ${rel}>docs</a>`)
    expect(html).toContain('<li>first</li><li><code>&lt;b&gt;</code></li>')
    expect(html).toContain(`<a href="https://a.example/plain" ${rel}>https://a.example/plain</a>`)
    expect(html).not.toContain('href="javascript:')
    expect(html).not.toMatch(/<(?:img|script)/)
    expect(html).toContain('<h1 dir="auto">&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;</h1>')
  })

  it('the HTML export contains images of comments, reduced to the size at which it shows them', async () => {
    const id = await newReview(agent, projectId)
    const large = await noise(1600, 800).png().toBuffer()
    const [first, second] = [
      await newImage(server, person, id, large, `"><b>quoted'.png`),
      await newImage(server, person, id, png, 'small.png'),
    ]
    const { body: made } = await person.call<Thread>('POST', `/v1/reviews/${id}/threads`, {
      body: 'As here.',
      imageIds: [first.id],
    })
    await person.call('POST', `/v1/threads/${made.threadId}/replies`, {
      body: 'Or here.',
      imageIds: [second.id],
    })
    const html = await (await exported(id, 'html')).text()
    const shown = await imagesOf(html)
    expect(shown.map(each => each.alt)).toEqual(['&quot;&gt;&lt;b&gt;quoted&#39;.png', 'small.png'])
    expect(shown[0]).toMatchObject({ width: 640, height: 320 })
    expect(html).not.toContain(`${server.url}/e/`)
    // The export lists images whose retention has ended by their names.
    await runSql(server, 'update comment_image set key = null where review_id = ?', [id])
    const after = await (await exported(id, 'html')).text()
    expect(await imagesOf(after)).toEqual([])
    expect(after).toContain('Image: <span dir="auto">small.png</span>, past its retention')
  })

  it('the HTML export shows the frame of a comment on a video with its mark', async () => {
    const id = await newReview(agent, projectId)
    const { artifactId } = await uploadVideo(agent, id, 'Resize')
    const { threadId } = await commentAt(person, artifactId, {
      kind: 'rectangle',
      geometry: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
    })
    expect(await imagesOf(await (await exported(id, 'html')).text())).toEqual([])
    await sendFrame(server, person, threadId, await plainFrame().webp().toBuffer())
    const html = await (await exported(id, 'html')).text()
    expect(html).toContain('at 0.4 s')
    expect(await imagesOf(html)).toMatchObject([{ alt: 'Resize at 0.4 s', width: 320, height: 200 }])
  })
})

describe('the CSV export of comments', () => {
  it('the CSV export has a row for each comment, and no cell that a spreadsheet would execute', async () => {
    const response = await exported(reviewId, 'csv')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const rows = (await response.text()).split('\r\n')
    expect(rows).toHaveLength(5)
    expect(rows[0]).toContain('"Comment","Evidence","Revision"')
    expect(rows[1]).toContain('"1","Dash/board","1","point"')
    expect(rows[1]).toContain(`"'=HYPERLINK(""https://evil.example"") <script>`)
    expect(rows[2]).toContain('"On ""it"",\nnow."')
    expect(rows[3]).toMatch(/^"","","","review".*"All in all\."/)
  })

  it('the CSV export contains the start and end of a range, and the video time of its mark', async () => {
    const id = await newReview(agent, projectId)
    const { artifactId } = await uploadVideo(agent, id)
    const point = { kind: 'point', geometry: { x: 0.5, y: 0.5 } }
    await commentAt(person, artifactId, { ...point, timestampMs: 200, endMs: 700, frameMs: 500 })
    await commentAt(person, artifactId, { kind: 'timestamp', timestampMs: 200, endMs: 700 })
    const [header = '', row = '', plain = ''] = (await (await exported(id, 'csv')).text()).split('\r\n')
    const cells = (line: string) => line.slice(1, -1).split('","')
    const times = (line: string) => [5, 13, 14].map(at => cells(line)[at])
    expect(times(header)).toEqual(['Seconds', 'End seconds', 'Frame seconds'])
    expect([times(row), times(plain)]).toEqual([
      ['0.2', '0.7', '0.5'],
      ['0.2', '0.7', ''],
    ])
    const page = await (await exported(id, 'html')).text()
    expect(page).toContain('from 0.2 s to 0.7 s, drawn at 0.5 s · Open')
    expect(page).toContain('from 0.2 s to 0.7 s · Open')
  })
})

describe('exports', () => {
  it('the audit log records HTML and CSV exports once an hour per person, but no HEAD request', async () => {
    const id = await newReview(agent, projectId)
    const events = () =>
      runSql(
        server,
        `select actor_id, subject_id, detail from event
        where review_id = ? and kind = 'review.exported' order by id`,
        [id],
      )
    for (const format of ['html', 'csv']) await exported(id, format, person, 'HEAD')
    expect(await events()).toEqual([])
    const reviewer = await joined(server, person, 'Rae', 'reviewer')
    // Reads the whole file, because the server may write the event after it has sent the headers.
    for (let time = 0; time < 2; time++) await (await exported(id, 'html', person)).text()
    await (await exported(id, 'csv', reviewer)).text()
    const recorded = [
      { actor_id: person.id, subject_id: id, detail: 'html' },
      { actor_id: reviewer.id, subject_id: id, detail: 'csv' },
    ]
    expect(await events()).toEqual(recorded)
    // An export in another format creates another event. The second export in the same format does not.
    await (await exported(id, 'csv', person)).text()
    expect(await events()).toEqual([...recorded, { actor_id: person.id, subject_id: id, detail: 'csv' }])
  })

  it('people of every role in the workspace can export a review, but no one else', async () => {
    const reviewer = await joined(server, person, 'Rita', 'reviewer')
    const outsider = await signUp(server)
    for (const format of ['originals', 'html', 'csv']) {
      expect((await exported(reviewId, format, reviewer)).status).toBe(200)
      expect((await exported(reviewId, format, outsider)).status).toBe(404)
      expect((await exported(reviewId, format, { cookie: '' })).status).toBe(401)
    }
  })
})

it('the HTML export shows each revision with its own description', async () => {
  const id = await newReview(agent, projectId)
  const { artifactId } = await upload(agent, id, png, { description: 'Two lines.' })
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'It wraps.',
  })
  await revise(agent, artifactId, await pngImage(32, 25), { description: 'One line.' })
  const html = await (await exported(id, 'html')).text()
  const described = [...html.matchAll(/>r(\d)<\/span><\/h2>\n<p class="plain" dir="auto">([^<]+)</g)]
  expect(described.map(([, index, text]) => [index, text]).toSorted()).toEqual([
    ['1', 'Two lines.'],
    ['2', 'One line.'],
  ])
})

describe('verdicts in the HTML export', () => {
  it('the HTML export shows the latest verdict of each reviewer, and makes its Markdown safe', async () => {
    const id = await newReview(agent, projectId)
    const bo = await joined(server, person, 'Bo', 'reviewer')
    await joined(server, person, 'Cy', 'reviewer').then(cy =>
      person.call('PUT', `/api/reviews/${id}/reviewers`, { userIds: [cy.id] }),
    )
    for (const body of ['One.', 'Two.']) await agent('POST', `/v1/reviews/${id}/threads`, { body })
    const decide = (by: Person, status: string, comment?: string) =>
      by.call('POST', `/api/reviews/${id}/status`, { status, comment })
    const page = async () => (await exported(id, 'html')).text()
    await decide(bo, 'changes_requested', '- **wraps**, @Ann\n- <script>alert(2)</script>')
    expect((await page()).split('<strong>wraps</strong>')).toHaveLength(2)
    await decide(person, 'verified')
    const html = await page()
    expect(html).toMatch(/<p>Verified with 2 open · <span dir="auto">Ann<\/span>/)
    expect(html).toMatch(/Cy<\/span> · Asked/)
    expect(html).toMatch(/Bo<\/span> · Changes requested, \d{4}-/)
    expect(html).toMatch(/Ann<\/span> · Verified, \d{4}-/)
    expect(html).toContain('<strong>wraps</strong>, <b dir="auto">@Ann</b>')
    expect(html).not.toContain('<script>')
  })

  it('the HTML export marks verdicts as outdated if evidence was added after them', async () => {
    const id = await newReview(agent, projectId)
    const page = async () => (await exported(id, 'html')).text()
    await upload(agent, id, await pngImage(20, 10))
    await person.call('POST', `/api/reviews/${id}/status`, { status: 'verified' })
    expect(await page()).not.toContain('outdated')
    await upload(agent, id, await pngImage(20, 11))
    const html = await page()
    const mark = 'Verified (outdated: evidence was added afterwards)'
    expect(html).toContain(`<p>${mark} · <span dir="auto">Ann</span>`)
    expect(html).toContain(`Ann</span> · ${mark}, `)
  })
})

it('exports list changes since acceptance, approvals, and whether each marked area changed', async () => {
  const decide = (id: string, status: string) => person.call('POST', `/api/reviews/${id}/status`, { status })
  const before = await newReview(agent, projectId)
  for (const title of ['Unchanged cart', 'Changed cart']) await upload(agent, before, png, { title })
  await decide(before, 'verified')
  const id = await newReview(agent, projectId)
  const same = await upload(agent, id, png, { title: 'Unchanged cart' })
  const changed = await upload(agent, id, png, { title: 'Changed cart' })
  await upload(agent, id, png, { title: 'New cart' })
  await person.call('POST', `/v1/artifacts/${same.artifactId}/approve`, { approved: true })
  await person.call('POST', `/v1/artifacts/${changed.artifactId}/approve`, { approved: true })
  const { body: marked } = await agent<Thread>('POST', `/v1/artifacts/${changed.artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body: 'Wider, please.',
  })
  await person.call('PATCH', `/api/threads/${marked.threadId}`, { label: 'nit' })
  await revise(agent, changed.artifactId, await pngImage(20, 10))
  const html = await (await exported(id, 'html')).text()
  expect(html).toContain('<p class="mute">1 changed, 1 new, 1 same as accepted · 1 of 3 approved</p>')
  const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC'
  const by = '<span dir="auto">Ann</span>'
  expect(html).toMatch(new RegExp(`same as accepted · approved by ${by} on r1, ${time}</p>`))
  expect(html).toMatch(
    new RegExp(`[\\d.]+ % changed since it was accepted · changed since ${by} approved r1, ${time}</p>`),
  )
  const [header = '', row = ''] = (await (await exported(id, 'csv')).text()).split('\r\n')
  expect(html).toContain('Comment 1</a> · Open · Nit</p>')
  const last = (line: string) => line.split(',').slice(-2)
  expect([header, row].map(last)).toEqual([
    ['"Changed at the mark"', '"Label"'],
    ['"yes"', '"nit"'],
  ])
})
