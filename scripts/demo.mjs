// npm run demo: signs up a person, lets an agent upload evidence and discuss it, and prints the URL of the
// review.
import { randomBytes } from 'node:crypto'
import { chromium } from '@playwright/test'
import { publish, startProject } from './demo/agent.mjs'
import { record, visit } from './demo/capture.mjs'
import { chromiumArgs, findChromium } from './chromium.mjs'
import { say } from './lib.mjs'

const base = process.env.EXHIBIT_URL ?? `http://localhost:${process.env.PORT ?? 3000}`
const account = {
  name: 'Robin',
  email: `demo-${randomBytes(4).toString('hex')}@example.com`,
  password: randomBytes(9).toString('base64url'),
}

/** Signs up the person in the browser. */
async function signUp(page) {
  await visit(page, `${base}/sign-up`)
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password').fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
}

/** Takes a screenshot of a page of the dashboard. */
async function shoot(page, path, { dark = false, width = 1280 } = {}) {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  await visit(page, `${base}${path}`)
  return page.screenshot()
}

/** Returns what the agent states about a screenshot. */
const facts = (route, width = 1280) => ({
  kind: 'image',
  mime: 'image/png',
  route,
  viewport: { width, height: 800 },
  commit: '9f31c2e',
})

/** Begins a review and sends screenshots and a recording of the dashboard. */
async function sendEvidence(agent, page) {
  const { review } = await agent('POST', '/v1/reviews', {
    title: 'Screenshots of Exhibit’s own pages',
    externalRef: 'demo',
    prRef: '#1',
    branch: 'demo',
    commit: '9f31c2e',
  })
  const send = evidence => publish(agent, { reviewId: review.id }, evidence)
  const inbox = await send({
    ...facts('/'),
    title: 'Inbox',
    description: 'The inbox of a new account',
    data: await shoot(page, '/'),
  })
  const tokens = '/settings/tokens'
  for (const theme of ['light', 'dark'])
    await send({
      ...facts(tokens),
      title: `Agent tokens, ${theme}`,
      variationGroup: 'tokens',
      data: await shoot(page, tokens, { dark: theme === 'dark' }),
    })
  await send({ ...facts('/', 390), title: 'Inbox on a phone', data: await shoot(page, '/', { width: 390 }) })

  const poster = await shoot(page, '/')
  const data = await record(page, async () => {
    for (const name of ['Settings', 'exhibit-demo', 'Inbox']) {
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
      await page.waitForTimeout(900)
    }
  })
  const video = { kind: 'video', mime: 'video/webm', title: 'Around the dashboard', route: '/' }
  const recording = await send({ ...video, data, poster })
  return { review, inbox, recording }
}

/** Adds the comments of the person. Returns the comment that the agent addresses. */
async function comment(person, { review, inbox, recording }) {
  const note = await person('POST', `/v1/artifacts/${inbox.artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: { x: 0.19, y: 0.03, width: 0.3, height: 0.08 },
    body: 'The heading could show how many reviews are waiting.',
  })
  await person('POST', `/v1/artifacts/${inbox.artifactId}/annotations`, {
    kind: 'arrow',
    geometry: { x1: 0.5, y1: 0.75, x2: 0.26, y2: 0.5 },
    body: 'Is this the command people copy? Then it should be the first thing.',
  })
  await person('POST', `/v1/artifacts/${recording.artifactId}/annotations`, {
    kind: 'timestamp',
    timestampMs: 900,
    body: 'The list appears a moment late here.',
  })
  await person('POST', `/v1/reviews/${review.id}/threads`, {
    kind: 'review',
    body: 'Nice and calm. Please show a filled inbox too.',
  })
  return note
}

/** Lets the agent read the comments, reply to one, and send a new revision that addresses it. */
async function addressComment(agent, page, { review, inbox }, note) {
  const { threads } = await agent('GET', `/v1/reviews/${review.id}/threads`)
  await agent('POST', `/v1/threads/${note.threadId}/replies`, {
    body: `Read ${threads.length} comments. The sidebar has the count; here is the inbox with this review.`,
  })
  await publish(
    agent,
    { artifactId: inbox.artifactId },
    {
      mime: 'image/png',
      data: await shoot(page, '/'),
      roundKey: 'round-2',
      roundSummary: 'filled inbox',
      route: '/',
      viewport: { width: 1280, height: 800 },
    },
  )
  await agent('POST', `/v1/threads/${note.threadId}/address`, { body: 'Addressed in r2.' })
}

const healthy = await fetch(`${base}/api/health`).then(
  response => response.ok,
  () => false,
)
if (!healthy) {
  process.stderr.write(
    `No server responds at ${base}. Start one with "npm start", or set EXHIBIT_URL to its address.\n`,
  )
  process.exit(1)
}

const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
try {
  say(`a person signs up at ${base}`)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 })
  const page = await context.newPage()
  await signUp(page)
  const names = { project: 'exhibit-demo', agent: 'demo-agent' }
  const { person, agent } = await startProject(context, base, names)
  say('the agent takes screenshots and a recording of the product itself')
  const evidence = await sendEvidence(agent, page)
  say('the person comments')
  const note = await comment(person, evidence)
  say('the agent reads the comments, replies, and uploads a new revision')
  await addressComment(agent, page, evidence, note)
  const { email, password } = account
  process.stdout.write(
    `\nThe review:  ${evidence.review.url}\nSign in as:  ${email}\nPassword:    ${password}\n`,
  )
} finally {
  await browser.close()
}
