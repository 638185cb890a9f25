import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { caller, revise, upload, type Call, type Person } from '../../support/server/client'
import { enter, expect, test } from '../../support/browser/e2e'
import { newClientId, newVerifier, requestOf } from '../../support/people/oauth'
import { pngImage, sample } from '../../support/media/samples'
import type { TestServer } from '../../support/server/server'
import { settled } from '../../support/browser/settled'

test.use({ env: { UNCLAIMED_WORKSPACES: 'on' } })

const png = (width = 640, height = 400) => pngImage(width, height)

/** Collects policy violations and logged errors of a context's pages, each with the address of its page. */
async function problemsOf(context: BrowserContext): Promise<string[]> {
  const problems: string[] = []
  await context.exposeFunction('reportViolation', (text: string) => {
    problems.push(text)
  })
  await context.addInitScript(() => {
    const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void }
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      reportViolation(`${location.pathname}: ${effectiveDirective} blocked ${blockedURI} (${sourceFile})`)
    })
  })
  context.on('console', message => {
    if (message.type() === 'error' || /content.security.policy|permissions.policy/i.test(message.text()))
      problems.push(`${message.page()?.url()}: ${message.text()}`)
  })
  context.on('weberror', error => problems.push(`${error.page()?.url()}: ${error.error().message}`))
  return problems
}

async function ready(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForSelector('html[data-hydrated]')
  await settled(page)
}

/** Creates a review with an image of two revisions and a video, each with a comment. */
async function furnish(agent: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  const geometry = { x: 0.2, y: 0.3, width: 0.2, height: 0.2 }
  const rectangle = { kind: 'rectangle', geometry, body: 'Too wide.' }
  const thread = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, rectangle)
  await revise(agent, artifactId, await png(640, 410))
  await agent('POST', `/v1/threads/${thread.body.threadId}/address`)
  const recording = { kind: 'video', mime: 'video/webm', title: 'Resize' }
  const video = await upload(agent, reviewId, await readFile(sample('live.webm')), recording)
  const moment = { kind: 'timestamp', timestampMs: 400, body: 'It flickers.' }
  await agent('POST', `/v1/artifacts/${video.artifactId}/annotations`, moment)
  return { pictureId: artifactId, videoId: video.artifactId }
}

async function shareAddress(agent: Call, reviewId: string): Promise<string> {
  return (await agent<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {})).body.url
}

async function claimAddress(server: TestServer): Promise<string> {
  return (await caller(server)<{ claimUrl: string }>('POST', '/v1/bootstrap')).body.claimUrl
}

async function inviteAddress(owner: Person): Promise<string> {
  const path = `/api/workspaces/${owner.workspaceId}/invitations`
  return (await owner.call<{ url: string }>('POST', path, { role: 'member' })).body.url
}

const settingsPages = [
  'general',
  'people',
  'tokens',
  'webhooks',
  'pull-requests',
  'billing',
  'activity',
  'notifications',
  'account',
].map(name => `/settings/${name}`)
const readyState = (page: Page) =>
  page.locator('main video').evaluate((video: HTMLVideoElement) => video.readyState)

test('no page of the dashboard violates the Content-Security-Policy', async ({
  page,
  server,
  person,
  projectId,
  reviewId,
}) => {
  const problems = await problemsOf(page.context())
  expect(reviewId).toBeTruthy()
  const client = { client_id: 'exhibit-cli' }
  const device = await caller(server)<{ user_code: string }>('POST', '/api/auth/device/code', client)
  const devicePages = ['/device', `/device?user_code=${device.body.user_code}`]
  const connectPage = `/connect?${requestOf(await newClientId(server), newVerifier().challenge)}`
  const fixed = [
    '/',
    '/notifications',
    `/projects/${projectId}`,
    ...settingsPages,
    '/developers',
    '/confirm-email/used',
  ]
  for (const path of [...fixed, ...devicePages, connectPage]) await ready(page, server.url + path)
  await expect(page.getByRole('heading', { name: 'Connect an app' })).toBeVisible()
  await ready(page, await claimAddress(server))
  await expect(page.getByRole('heading', { name: 'Claim this workspace' })).toBeVisible()
  await ready(page, await inviteAddress(person))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(problems).toEqual([])
})

test('comparisons and dialogs of a review do not violate the Content-Security-Policy', async ({
  page,
  server,
  agent,
  reviewId,
}) => {
  const problems = await problemsOf(page.context())
  const { pictureId } = await furnish(agent, reviewId)
  await ready(page, `${server.url}/reviews/${reviewId}#${pictureId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  const modes = { s: 'side-by-side', w: 'swipe', o: 'onion-skin', d: 'difference' }
  for (const [key, mode] of Object.entries(modes)) {
    await page.keyboard.press(key)
    await expect(page.getByTestId('compare')).toHaveAttribute('data-mode', mode)
  }
  await expect(page.getByTestId('difference-result')).toHaveText(/pixels changed/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  await expect(page.getByRole('button', { name: 'Compare r1 and r2 at this spot' })).toBeVisible()
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(problems).toEqual([])
})

test('a video and uploads do not violate the Content-Security-Policy', async ({
  page,
  server,
  agent,
  reviewId,
}) => {
  const problems = await problemsOf(page.context())
  const { videoId } = await furnish(agent, reviewId)
  await ready(page, `${server.url}/reviews/${reviewId}#${videoId}`)
  await expect.poll(() => readyState(page)).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Add evidence' }).click()
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'more.png', mimeType: 'image/png', buffer: await png() },
      { name: 'again.webm', mimeType: 'video/webm', buffer: await readFile(sample('live.webm')) },
    ])
  await page.getByRole('button', { name: 'Upload 2 files' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(problems).toEqual([])
})

test('no page for people without an account violates the Content-Security-Policy', async ({
  page,
  server,
  agent,
  reviewId,
  browser,
  person,
}) => {
  const { videoId } = await furnish(agent, reviewId)
  const shared = await shareAddress(agent, reviewId)
  const paths = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password?token=unknown', '/developers']
  const addresses = [
    ...paths.map(path => server.url + path),
    shared,
    `${shared}?compare=difference`,
    `${shared}#${videoId}`,
    await inviteAddress(person),
  ]
  await page.close()
  const context = await browser.newContext()
  const problems = await problemsOf(context)
  const visitorPage = await context.newPage()
  for (const address of addresses) {
    await ready(visitorPage, address)
    // The nonce must not make the client add a second copy of server-rendered elements.
    await expect(visitorPage.locator('head link[rel=icon]')).toHaveCount(1)
  }
  expect(problems).toEqual([])
  await context.close()
})

test('error pages do not violate the Content-Security-Policy', async ({ page, server, person }) => {
  const problems = await problemsOf(page.context())
  const missing = ['/nowhere', '/reviews/rev_0', '/r/unknown', '/claim/unknown', '/invite/unknown']
  for (const path of missing) {
    await page.goto(server.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await settled(page)
  }
  expect(person.id).toBeTruthy()
  // Browsers log every 404 as an error.
  expect(problems.filter(each => !each.includes('status of 404'))).toEqual([])
})

test('the Content-Security-Policy blocks inline scripts, foreign scripts and inline style elements', async ({
  page,
  server,
}) => {
  const problems = await problemsOf(page.context())
  await ready(page, `${server.url}/sign-in`)
  const ran = await page.evaluate(async () => {
    const happens = (target: EventTarget, type: string) =>
      new Promise(resolve => target.addEventListener(type, resolve, { once: true }))
    const holder = document.createElement('div')
    holder.innerHTML = '<img src="/favicon.svg" onload="window.attack = 1"><style>body { color: red }</style>'
    const image = holder.querySelector('img')
    const loaded = image && happens(image, 'load')
    const inline = Object.assign(document.createElement('script'), { textContent: 'window.attack = 2' })
    const foreign = Object.assign(document.createElement('script'), { src: 'http://127.0.0.1:9/x.js' })
    const refused = happens(foreign, 'error')
    document.body.append(holder, inline, foreign)
    await Promise.all([loaded, refused])
    const { attack } = window as unknown as { attack?: number }
    return [attack, getComputedStyle(document.body).color === 'rgb(255, 0, 0)']
  })
  expect(ran).toEqual([undefined, false])
  for (const directive of ['script-src-attr', 'script-src-elem', 'style-src-elem'])
    expect(problems.join('\n')).toContain(directive)
})

test('evidence loads when the dashboard is opened at an address other than PUBLIC_URL', async ({
  page,
  server,
  agent,
  person,
  reviewId,
}) => {
  const { pictureId, videoId } = await furnish(agent, reviewId)
  await server.restart({ PUBLIC_URL: server.url.replace('127.0.0.1', 'localhost') })
  const problems = await problemsOf(page.context())
  await enter(page.context(), server, person)
  await ready(page, `${server.url}/reviews/${reviewId}#${pictureId}`)
  const image = page.getByTestId('stage').locator('img')
  await expect(image).toHaveAttribute('src', /^http:\/\/localhost:/)
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
  await ready(page, `${server.url}/reviews/${reviewId}#${videoId}`)
  await expect.poll(() => readyState(page)).toBeGreaterThan(1)
  expect(problems).toEqual([])
  await server.restart({ PUBLIC_URL: server.url })
})

test('a page is not displayed in a frame of a sibling origin', async ({ page, server, person }) => {
  expect(person.id).toBeTruthy()
  const paths = ['/developers', '/sign-in', '/nowhere', '/v1']
  const addresses = [await claimAddress(server), ...paths.map(path => server.url + path)]
  const sibling = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(addresses.map(address => `<iframe src="${address}"></iframe>`).join(''))
  }).listen(0, '127.0.0.1')
  await once(sibling, 'listening')
  const { port } = sibling.address() as { port: number }
  await page.goto(`http://127.0.0.1:${port}/`)
  const frames = () => page.frames().slice(1)
  await expect
    .poll(() => frames().map(frame => frame.url()))
    .toEqual(addresses.map(() => 'chrome-error://chromewebdata/'))
  sibling.close()
})
