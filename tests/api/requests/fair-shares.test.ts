import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { fairShares } from '~~/server/process/fair-share'
import type { Call } from '../../support/server/client'
import { signUp, type Person } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { fileOf, formOf } from '../../support/server/forms'
import { pngImage, sample } from '../../support/media/samples'
import { postImage } from '../../support/reviews/comment-images'
import { connectForge, headCommit, startForge } from '../../support/stubs/forge'
import { newWebhook, startReceiver } from '../../support/stubs/webhooks'

// The workspace of `person` causes much work, which must not delay the workspace of `quiet`.
const { server, person, agent, projectId, png } = await sharedFixture(
  { WEBHOOKS_TO_PRIVATE: 'on', FORGES_TO_PRIVATE: 'on' },
  { deployment: 'standalone' },
)
const quiet = await signUp(server, 'Quiet')
const quietAgent = await quiet.agent()
const quietProject = await quiet.project()

const authorization = `Bearer ${await person.token()}`

describe('pictures that are drawn for an agent', () => {
  let reviewId: string
  let artifactId: string
  /** Requests the picture of a thread. The server draws a different picture for each thread. */
  const draw = (threadId: string, w = 1568, signal?: AbortSignal) =>
    fetch(`${server.url}/v1/threads/${threadId}/picture?w=${w}`, { headers: { authorization }, signal })
  const threads: string[] = []

  beforeAll(async () => {
    reviewId = await newReview(agent, projectId)
    const flat = { width: 3600, height: 3600, channels: 3 as const, background: '#808080' }
    ;({ artifactId } = await upload(agent, reviewId, await sharp({ create: flat }).png().toBuffer()))
    for (let i = 0; i < 12; i++) {
      const geometry = { x: 0.001 * i, y: 0.001 * i, width: 0.9, height: 0.9 }
      const { body } = await agent<{ threadId: string }>('POST', `/v1/artifacts/${artifactId}/annotations`, {
        kind: 'rectangle',
        geometry,
        body: 'Look.',
      })
      threads.push(body.threadId)
    }
  })

  it('drawing pictures from a large image does not delay the uploads of another workspace', async () => {
    let drawn = 0
    const pictures = threads.map(async id => {
      const { status } = await draw(id)
      drawn += 1
      return status
    })
    const other = await newReview(quietAgent, quietProject)
    expect((await upload(quietAgent, other, await pngImage(40, 30))).status).toBe('ready')
    expect(drawn).toBeLessThan(threads.length - 3)
    expect(new Set(await Promise.all(pictures))).toEqual(new Set([200]))
  })

  it('a queued request for a picture gets a 404 when its evidence is deleted', async () => {
    const { artifactId: deleted } = await upload(agent, reviewId, await pngImage(50, 40), { title: 'Gone' })
    const { body } = await agent<{ threadId: string }>('POST', `/v1/artifacts/${deleted}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'Here.',
    })
    const leaving = new AbortController()
    const busy = threads.slice(0, 8).map(id => draw(id, 512, leaving.signal).catch(() => null))
    const waiting = draw(body.threadId)
    await expect.poll(async () => (await person.call('DELETE', `/api/artifacts/${deleted}`)).status).toBe(204)
    leaving.abort()
    expect((await waiting).status).toBe(404)
    await Promise.all(busy)
    expect(server.log()).not.toContain('unexpected failure')
  })
})

describe('a download during a deletion', () => {
  it('a download ends when its evidence is deleted during the transfer', async () => {
    const reviewId = await newReview(agent, projectId)
    const recording = await readFile(sample('plain.mp4'))
    const large = Buffer.concat([recording, Buffer.alloc(24 * 1024 * 1024)])
    const ids: string[] = []
    for (const title of ['First', 'Second'])
      ids.push((await upload(agent, reviewId, large, { kind: 'video', mime: 'video/mp4', title })).artifactId)
    const response = await fetch(`${server.url}/api/reviews/${reviewId}/export/originals`, {
      headers: { cookie: person.cookie },
    })
    const reader = response.body?.getReader()
    await reader?.read()
    expect((await person.call('DELETE', `/api/artifacts/${ids[1]}`)).status).toBe(204)
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow()
    expect(server.log()).not.toContain('unexpected failure')
    expect(server.log()).not.toContain('ERR_HTTP_HEADERS_SENT')
  })
})

describe('forges that do not respond', () => {
  it('forges that do not respond do not delay the pull requests of another workspace', async () => {
    const [hanging, prompt] = await Promise.all([startForge('github'), startForge('github')])
    const over = Promise.withResolvers<undefined>()
    const openReview = (call: Call, project: string) =>
      call('POST', '/v1/reviews', { projectId: project, title: 'Totals', prRef: 'pr-7', commit: headCommit })
    const projects: string[] = []
    for (let i = 0; i < fairShares.outgoing.account + 4; i++) {
      const project = await person.project(`Noisy ${i}`)
      expect(await connectForge(person.call, project, 'github', hanging)).toMatchObject({ status: 200 })
      projects.push(project)
    }
    await connectForge(quiet.call, quietProject, 'github', prompt)
    hanging.requests.length = 0
    hanging.respondWith(() => ({ status: 503, after: over.promise }))
    for (const project of projects) await openReview(agent, project)
    await openReview(quietAgent, quietProject)
    // Each started update sends one request, and waits at most 10 seconds for the response.
    await expect.poll(() => hanging.requests.length).toBe(fairShares.outgoing.account)
    await expect.poll(() => prompt.statuses.length).toBe(1)
    expect(hanging.requests.length).toBeLessThan(projects.length)
    over.resolve(undefined)
    hanging.stop()
    prompt.stop()
  })
})

describe('tests of connections to forges that do not respond', () => {
  it('tests of connections over a person’s limit get 429, and delay no other workspace', async () => {
    const [hanging, prompt] = await Promise.all([startForge('gitea'), startForge('gitea')])
    const over = Promise.withResolvers<undefined>()
    hanging.requests.length = 0
    hanging.respondWith(() => ({ status: 503, after: over.promise }))
    const elsewhere = await person.project('Tested')
    const connectTo = (project: string) => connectForge(person.call, project, 'gitea', hanging)
    const { person: most } = fairShares.forgeTests
    const running = Array.from({ length: most }, () => connectTo(projectId))
    await expect.poll(() => hanging.requests.length).toBe(most)
    expect(await connectTo(elsewhere)).toMatchObject({
      status: 429,
      body: { data: { error: 'rate_limited' } },
    })
    expect(hanging.requests.length).toBe(most)
    expect(await connectForge(quiet.call, quietProject, 'gitea', prompt)).toMatchObject({ status: 200 })
    over.resolve(undefined)
    await Promise.all(running)
    expect(await connectForge(person.call, elsewhere, 'gitea', prompt)).toMatchObject({ status: 200 })
    for (const forge of [hanging, prompt]) forge.stop()
  })
})

describe('webhooks whose receivers do not respond', () => {
  it('webhooks whose receivers do not respond do not delay webhooks of another workspace', async () => {
    const [hanging, prompt] = await Promise.all([startReceiver(), startReceiver()])
    hanging.respondWith(() => {})
    const each = Math.ceil((2 * fairShares.outgoing.total) / fairShares.outgoing.webhook)
    for (let i = 0; i < each; i++) await newWebhook(person, `${hanging.url}/${i}`)
    const decide = (who: Person, id: string, status: string) =>
      who.call('POST', `/api/reviews/${id}/status`, { status })
    const noisyReview = await newReview(agent, projectId)
    for (const status of ['verified', 'changes_requested', 'verified', 'changes_requested'])
      await decide(person, noisyReview, status)
    await expect.poll(() => hanging.messages.length).toBe(fairShares.outgoing.account)
    await newWebhook(quiet, prompt.url)
    const quietReview = await newReview(quietAgent, quietProject)
    await decide(quiet, quietReview, 'verified')
    await expect.poll(() => prompt.messages.length).toBe(1)
    expect(hanging.messages.length).toBe(fairShares.outgoing.account)
    await Promise.all([hanging.stop(), prompt.stop()])
  })
})

/** Sends the beginning of `count` request bodies. Returns the connections, and counts the responses. */
function sendBeginnings(count: number, head: string, beginning: string | Buffer) {
  const { hostname, port } = new URL(server.url)
  const opened = { responses: 0, sockets: [] as Socket[] }
  for (let i = 0; i < count; i++) {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${head}\r\nHost: ${hostname}\r\nAuthorization: ${authorization}\r\n\r\n`)
      socket.write(beginning)
    })
    socket.on('data', () => opened.responses++)
    opened.sockets.push(socket.on('error', () => {}))
  }
  return opened
}

describe('forms that a client never finishes', () => {
  it('unfinished forms over a workspace’s limit are refused, and do not delay other workspaces', async () => {
    const opened = sendBeginnings(
      fairShares.forms.workspace + 3,
      'POST /v1/evidence HTTP/1.1\r\nContent-Length: 100000000\r\n' +
        'Content-Type: multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n',
    )
    const send = (call: Call, project = projectId) =>
      call('POST', '/v1/evidence', formOf({ files: fileOf(png), projectId: project }))
    await expect.poll(() => opened.responses).toBe(3)
    const refused = await send(agent)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused).toMatchObject({
      status: 429,
      body: { data: { error: 'rate_limited', message: expect.stringContaining('Too many forms') as string } },
    })
    expect((await send(quietAgent, quietProject)).status).toBe(201)
    for (const socket of opened.sockets) socket.destroy()
    await expect.poll(async () => (await send(agent)).status).toBe(201)
  })
})

describe('images for comments that a client never finishes', () => {
  it('too many unfinished comment images of a workspace get 429, and delay no other workspace', async () => {
    const reviewId = await newReview(agent, projectId)
    const opened = sendBeginnings(
      fairShares.pictures.workspace + 3,
      `POST /v1/reviews/${reviewId}/comment-images HTTP/1.1\r\nContent-Length: 10000000`,
      Buffer.alloc(100_000),
    )
    await expect.poll(() => opened.responses).toBe(3)
    const refused = await postImage(server, reviewId, png, { authorization })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(refused).toMatchObject({
      status: 429,
      body: {
        data: { error: 'rate_limited', message: expect.stringContaining('Too many pictures') as string },
      },
    })
    const other = await newReview(quietAgent, quietProject)
    const bearer = { authorization: `Bearer ${await quiet.token()}` }
    expect((await postImage(server, other, png, bearer)).status).toBe(201)
    for (const socket of opened.sockets) socket.destroy()
    await expect
      .poll(async () => (await postImage(server, reviewId, png, { authorization })).status)
      .toBe(201)
  })
})

describe('large JSON bodies that a client never finishes', () => {
  it('unfinished large JSON bodies over the limit of a client address are refused', async () => {
    const opened = sendBeginnings(
      fairShares.largeBodies.address + 3,
      'POST /v1/reviews HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 1000000',
      Buffer.alloc(100_000, ' '),
    )
    await expect.poll(() => opened.responses).toBe(3)
    const title = 'x'.repeat(100_000)
    expect(await agent('POST', '/v1/reviews', { projectId, title })).toMatchObject({
      status: 429,
      body: { data: { error: 'rate_limited' } },
    })
    expect(await newReview(agent, projectId)).toMatch(/^rev_/)
    for (const socket of opened.sockets) socket.destroy()
    await expect.poll(async () => (await agent('POST', '/v1/reviews', { projectId, title })).status).toBe(422)
  })
})
