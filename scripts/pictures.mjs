// npm run pictures: takes the screenshots of the README and of docs/changes.md from the built server, with
// reviews that are created through the API. It also records how a person and an agent work together.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumArgs, findChromium } from './chromium.mjs'
import { caller, publish } from './demo/agent.mjs'
import { visit } from './demo/capture.mjs'
import { build, env, install, root, say } from './lib.mjs'
import { recordPage } from './pictures/recording.mjs'
import { shop } from './pictures/shop.mjs'

const port = process.env.PICTURES_PORT ?? '3417'
const base = `http://127.0.0.1:${port}`

async function ready() {
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`${base}/api/health`).then(
        response => response.ok,
        () => false,
      )
    )
      return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error(`The server did not respond at ${base}.`)
}

/** Creates a person, their agent, and three reviews of an invented shop. */
async function stage(context) {
  const signUp = await context.request.post(`${base}/api/auth/sign-up/email`, {
    data: { name: 'Robin Vale', email: 'robin@example.com', password: 'correct horse battery' },
  })
  if (!signUp.ok()) throw new Error(await signUp.text())
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const person = caller(base, { cookie })
  const { project } = await person('POST', '/api/projects', { name: 'nordwind-shop' })
  const { token } = await person('POST', '/api/tokens', {
    name: 'ci-agent',
    projectId: project.id,
    capabilities: ['artifact:write', 'artifact:read', 'feedback:read', 'thread:reply'],
  })
  const agent = caller(base, { authorization: `Bearer ${token}` })
  const shots = await shop(context)
  const begin = async (title, prRef, branch) =>
    (await agent('POST', '/v1/reviews', { title, prRef, branch, commit: '9f31c2e' })).review
  const image = (title, data, more = {}) => ({
    kind: 'image',
    mime: 'image/png',
    title,
    route: '/dashboard',
    viewport: { width: 1280, height: 800 },
    data,
    ...more,
  })

  const accepted = await begin('Pages of the shop', '#1270', 'main')
  for (const { title, before } of shots.pages.slice(0, -1))
    await publish(agent, { reviewId: accepted.id }, image(title, before))
  await person('POST', `/api/reviews/${accepted.id}/status`, { status: 'verified' })
  const changes = await begin('Wider cards for totals', '#1286', 'feat/wide-cards')
  for (const [at, { title, before, after }] of shots.pages.entries())
    await publish(agent, { reviewId: changes.id }, image(title, at === 0 || at === 2 ? after : before))

  const header = await begin('New header in the dark theme', '#1279', 'feat/dark-header')
  await publish(agent, { reviewId: header.id }, image('Dashboard, dark', shots.dark))
  await person('POST', `/api/reviews/${header.id}/status`, { status: 'verified' })
  const chart = await begin('Weekly chart counts returned orders', '#1281', 'fix/weekly-chart')
  const weekly = await publish(agent, { reviewId: chart.id }, image('Weekly chart', shots.after))
  await person('POST', `/v1/artifacts/${weekly.artifactId}/annotations`, {
    geometry: { x: 0.8, y: 0.55 },
    body: 'The last week is not over: dash it.',
  })

  const review = await begin('Dashboard totals wrap on narrow screens', '#1284', 'fix/totals')
  const desktop = await publish(
    agent,
    { reviewId: review.id },
    image('Dashboard, desktop', shots.before, { roundKey: 'one', roundSummary: 'first look' }),
  )
  const comment = (body, kind, geometry) =>
    person('POST', `/v1/artifacts/${desktop.artifactId}/annotations`, { kind, geometry, body })
  const cut = await comment('The label of the button is cut off.', 'rectangle', {
    x: 0.9,
    y: 0.015,
    width: 0.085,
    height: 0.06,
  })
  const totals = await comment(
    'The total breaks after CHF. It should stay on one line down to 320 px.',
    'rectangle',
    { x: 0.02, y: 0.16, width: 0.31, height: 0.14 },
  )
  await publish(
    agent,
    { artifactId: desktop.artifactId },
    image('Dashboard, desktop', shots.after, { roundKey: 'two', roundSummary: 'totals on one line' }),
  )
  await publish(
    agent,
    { reviewId: review.id },
    image('Dashboard, dark', shots.dark, { variationGroup: 'theme', roundKey: 'two' }),
  )
  await publish(
    agent,
    { reviewId: review.id },
    image('Dashboard, light', shots.after, { variationGroup: 'theme', roundKey: 'two' }),
  )
  await publish(
    agent,
    { reviewId: review.id },
    image('Dashboard, phone', shots.phone, { viewport: { width: 390, height: 844 }, roundKey: 'two' }),
  )
  await agent('POST', `/v1/threads/${cut.threadId}/address`, {
    body: 'The button grows with its label now; see r2.',
  })
  await agent('POST', `/v1/threads/${totals.threadId}/replies`, {
    body: 'Kept on one line with `white-space: nowrap`. Should the card shrink too?',
  })
  await comment('This bar is the current week. Make it lighter until the week is over?', 'arrow', {
    x1: 0.96,
    y1: 0.34,
    x2: 0.885,
    y2: 0.42,
  })
  await comment('Good. Same grid as before.', 'point', { x: 0.5, y: 0.24 })
  await person('POST', `/v1/reviews/${review.id}/threads`, {
    kind: 'review',
    body: 'Please add the tablet width as well.',
  })
  const loop = await begin('Totals on one line', '#1288', 'fix/totals-on-one-line')
  const total = await publish(agent, { reviewId: loop.id }, image('Dashboard', shots.before))
  /** Plays the agent's part after the comment of the person. */
  const fix = async () => {
    const { threads } = await agent('GET', `/v1/reviews/${loop.id}/threads?status=open`)
    await publish(agent, { artifactId: total.artifactId }, image('Dashboard', shots.after))
    await agent('POST', `/v1/threads/${threads[0].threadId}/address`, {
      body: 'On one line now, down to 320 px.',
    })
  }
  return { review, desktop: desktop.artifactId, changes, loop, fix }
}

/**
 * Plays the part of the person: comments on the picture, waits for the agent, and gives the verdict, at the
 * pace of a person.
 */
async function actLoop(page, fix) {
  const pause = seconds => page.waitForTimeout(seconds * 1000)
  const box = await page.getByTestId('stage').locator('img').boundingBox()
  const at = (x, y) => [box.x + box.width * x, box.y + box.height * y]
  await page.mouse.move(...at(0.6, 0.7))
  await pause(0.8)
  await page.mouse.move(...at(0.015, 0.15), { steps: 12 })
  await page.mouse.down()
  await page.mouse.move(...at(0.335, 0.31), { steps: 14 })
  await page.mouse.up()
  await pause(0.5)
  await page.keyboard.type('The total breaks after CHF. Keep it on one line.', { delay: 28 })
  await pause(0.4)
  await page.keyboard.press('Control+Enter')
  await pause(1.2)
  await fix()
  const comments = page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  const fixed = comments.filter({ hasText: 'The total breaks' }).first()
  await fixed.getByText('On one line now').waitFor()
  await pause(1.2)
  const button = await fixed.getByRole('button').first().boundingBox()
  await page.mouse.move(button.x + 60, button.y + 10, { steps: 16 })
  await page.mouse.down()
  await page.mouse.up()
  await pause(2)
  await page.keyboard.press('e')
  await pause(1.6)
  await page.keyboard.press('y')
  await pause(1.2)
}

await install()
await build()
const folder = await mkdtemp(join(tmpdir(), 'exhibit-pictures-'))
const server = spawn('node', [join(root, '.output/server/index.mjs')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...env,
    PORT: port,
    HOST: '127.0.0.1',
    PUBLIC_URL: base,
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  },
})
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
try {
  await ready()
  const first = await browser.newContext()
  const { review, desktop, changes, loop, fix } = await stage(first)
  const storageState = await first.storageState()
  const take = async (
    name,
    path,
    { colorScheme = 'light', viewport = { width: 1440, height: 900 }, touch = false, act } = {},
  ) => {
    const context = await browser.newContext({
      storageState,
      colorScheme,
      viewport,
      isMobile: touch,
      hasTouch: touch,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await visit(page, base + path)
    await act?.(page)
    await page.waitForTimeout(600)
    await page.screenshot({ path: join(root, 'docs', `${name}.png`) })
    await context.close()
    say(`docs/${name}.png`)
  }
  await take('inbox', '/')
  await take('review', `/reviews/${review.id}#${desktop}`)
  await take('review-dark', `/reviews/${review.id}#${desktop}`, { colorScheme: 'dark' })
  await take('compare', `/reviews/${review.id}?compare=swipe#${desktop}`)
  await take('changes', `/reviews/${changes.id}?compare=swipe`)
  await take('changes-difference', `/reviews/${changes.id}?compare=difference`, {
    colorScheme: 'dark',
    act: page => page.getByTestId('difference-result').filter({ hasText: 'changed' }).waitFor(),
  })
  await take('phone', `/reviews/${review.id}#${desktop}`, {
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
    touch: true,
  })
  const context = await browser.newContext({ storageState, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const open = () => visit(page, `${base}/reviews/${loop.id}`)
  await recordPage(page, join(root, 'docs', 'loop.webp'), open, () => actLoop(page, fix))
  say('docs/loop.webp')
} finally {
  await browser.close()
  server.kill()
  await rm(folder, { recursive: true, force: true })
}
