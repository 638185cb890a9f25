import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { afterAll, beforeAll, it } from 'vitest'
import { chromiumArgs } from '../../scripts/chromium.mjs'
import { signUp, type Person } from '../support/people/sign-up'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { pngImage } from '../support/media/samples'
import { startServer, type TestServer } from '../support/server/server'

const THREADS = 1000
const ARTIFACTS = 200
/** The frame duration in milliseconds above which a person can notice a skipped frame. */
const SLOW_MS = 32

let server: TestServer
let browser: Browser
let page: Page
let person: Person
let tallReviewId: string

beforeAll(async () => {
  server = await startServer({ CHECK_RESPONSES: 'off' })
  person = await signUp(server)
  const agent = await person.agent()
  const reviewId = await newReview(agent, await person.project())
  const png = await pngImage(640, 400)
  const artifacts: string[] = []
  for (let i = 0; i < ARTIFACTS; i++)
    artifacts.push((await upload(agent, reviewId, png, { title: `Screen ${i + 1}` })).artifactId)
  for (let i = 0; i < THREADS; i++)
    await agent('POST', `/v1/artifacts/${artifacts[i % ARTIFACTS]}/annotations`, {
      geometry: { x: (i % 40) / 40, y: (i % 25) / 25 },
      body: `Note ${i + 1}. ${'Some words that go on. '.repeat(i % 7)}`,
    })
  const tall = await pngImage(1280, 20_000)
  tallReviewId = await newReview(agent, await person.project(), 'Tall')
  const { artifactId: tallId } = await upload(agent, tallReviewId, tall)
  for (let i = 0; i < THREADS; i++)
    await agent('POST', `/v1/artifacts/${tallId}/annotations`, {
      geometry: { x: (i % 10) / 10, y: i / THREADS },
      body: `Note ${i + 1}`,
    })
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(
    person.cookie.split('; ').map(pair => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url: server.url }
    }),
  )
  page = await context.newPage()
  const start = performance.now()
  await page.goto(`${server.url}/reviews/${reviewId}`)
  await page.waitForSelector('html[data-hydrated]')
  process.stdout.write(
    `  review with ${THREADS} comments and ${ARTIFACTS} images: interactive after ` +
      `${((performance.now() - start) / 1000).toFixed(2)} s, ${await page.locator('*').count()} elements\n`,
  )
  await page.waitForLoadState('networkidle')
}, 300_000)
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/**
 * Scrolls an element for four seconds: directly (`itself`), or with wheel events if the page scrolls it
 * (`wheel`). Returns the duration of each frame in milliseconds.
 */
function scrolled(list: Locator, by: 'itself' | 'wheel' = 'itself'): Promise<number[]> {
  return list.evaluate(
    (element, [seconds, wheel]) =>
      new Promise<number[]>(resolve => {
        const frames: number[] = []
        const start = performance.now()
        let before = start
        const step = (now: number) => {
          frames.push(now - before)
          before = now
          if (wheel)
            element.dispatchEvent(new WheelEvent('wheel', { deltaY: 60, bubbles: true, cancelable: true }))
          else element.scrollTop += 60
          if (now - start < seconds * 1000) requestAnimationFrame(step)
          else resolve(frames.slice(1))
        }
        requestAnimationFrame(step)
      }),
    [4, by === 'wheel'] as const,
  )
}

function report(what: string, frames: number[]) {
  const slow = frames.filter(ms => ms > SLOW_MS).length
  process.stdout.write(
    `  scrolling ${what}: ${slow} of ${frames.length} frames over ${SLOW_MS} ms, ` +
      `the longest ${Math.max(...frames).toFixed(0)} ms\n`,
  )
}

// Measures the frame rate of this machine with an almost empty page, to compare the following results with
// it.
it('measures the scrolling of a plain list, as a reference', async () => {
  const plain = await page.context().newPage()
  await plain.setContent(
    `<ul style="height: 600px; overflow: auto">${'<li style="height: 100px">x</li>'.repeat(1000)}</ul>`,
  )
  report('a plain list', await scrolled(plain.locator('ul')))
  await plain.close()
}, 30_000)

it.each([
  { what: 'notes', list: () => page.getByRole('list', { name: 'Comments' }).locator('..') },
  {
    what: 'pictures',
    list: () => page.getByRole('navigation', { name: 'Evidence' }).locator('> div').last(),
  },
])(
  'measures the scrolling of the list of $what',
  async ({ what, list }) => {
    report(`the ${what}`, await scrolled(list()))
  },
  30_000,
)

it('measures the scrolling of a tall picture', { timeout: 60_000 }, async () => {
  await page.goto(`${server.url}/reviews/${tallReviewId}`)
  await page.waitForSelector('html[data-hydrated]')
  const stage = page.getByTestId('stage')
  await stage.locator('img').waitFor()
  await page.waitForLoadState('networkidle')
  // Fits the width of the picture to the stage, so that the picture can only be scrolled up and down.
  await page.keyboard.press('1')
  report(`a picture of 1280 × 20,000 with ${THREADS} marks`, await scrolled(stage, 'wheel'))
})
