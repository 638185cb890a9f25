import { chromium, type Browser, type Page } from '@playwright/test'
import { afterAll, beforeAll, it } from 'vitest'
import { chromiumArgs } from '../../scripts/chromium.mjs'
import type { ReviewPayload } from '#shared/contract/review'
import { pngImage } from '../support/media/samples'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { startMeasuredServer, type MeasuredServer } from './support/measured-server'
import { median, printRow } from './support/rows'

const PICTURES = 8

let measured: MeasuredServer
let browser: Browser
let page: Page
let bare: Page
let reviewId: string
let embeds: string[]

beforeAll(async () => {
  measured = await startMeasuredServer()
  const { agent, person, projectId } = measured
  reviewId = await newReview(agent, projectId, 'Checkout')
  for (let i = 1; i <= PICTURES; i++) {
    const picture = await pngImage(1440, 900 + i)
    const { artifactId } = await upload(agent, reviewId, picture, { title: `Screen ${i}` })
    for (let n = 1; n <= 4; n++)
      await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
        geometry: { x: n / 5, y: 0.5 },
        body: `Comment ${n} on screen ${i}`,
      })
  }
  const { artifacts } = (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
  embeds = artifacts.map(each => each.currentRevision?.embedUrl ?? '')
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  })
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    extraHTTPHeaders: { cookie: person.cookie },
  })
  page = await context.newPage()
  bare = await (await browser.newContext()).newPage()
  const body = `<!doctype html><img width="1000" src="${embeds[0]}"><script>
    let shown = 0
    const embeds = ${JSON.stringify(embeds)}
    addEventListener('keydown', () => {
      const image = document.querySelector('img')
      image.src = embeds[++shown]
      image.id = 'shown' + shown
    })
  </script>`
  await bare.route('**/bare', route => route.fulfill({ contentType: 'text/html', body }))
}, 300_000)
afterAll(async () => {
  await browser.close()
  await measured.stop()
})

/** An action on a page, and the selector of the element that it must show. */
interface Action {
  /** The key to press, or the selector of the element to click. */
  press?: string
  click?: string
  /** The element that must exist afterwards. An image must also be loaded. */
  shows: string
}

/** Does an action, and returns the milliseconds until a frame shows its result, by the browser's clock. */
const timeOf = (on: Page, action: Action): Promise<number> =>
  on.evaluate(
    ({ press, click, shows }) =>
      new Promise<number>(resolve => {
        const start = performance.now()
        if (press) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: press, bubbles: true }))
        if (click) document.querySelector<HTMLElement>(click)?.click()
        const look = () => {
          const shown = document.querySelector(shows)
          const isShown = shown instanceof HTMLImageElement ? shown.complete && shown.naturalWidth > 0 : shown
          if (isShown) setTimeout(() => resolve(performance.now() - start))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    action,
  )

/** Returns the median time of several actions. */
async function medianOf(on: Page, actions: Action[]): Promise<number> {
  const times: number[] = []
  for (const action of actions) {
    times.push(await timeOf(on, action))
    // Simulates that a person looks at each picture for a moment. During this time, the neighboring pictures
    // are loaded.
    await on.waitForTimeout(700)
  }
  return median(times)
}

const screens = Array.from({ length: PICTURES - 1 }, (_, index) => index + 2)
const stageOf = (screen: number) => `main[aria-label^="Stage: Screen ${screen}"] img`

async function openReview() {
  await page.goto(`${measured.server.url}/reviews/${reviewId}`)
  await page.waitForSelector('html[data-hydrated]')
  await page.waitForSelector(stageOf(1))
  await page.waitForTimeout(1500)
}

/** Replaces the picture of a page without any script of Exhibit. */
const swapped = async () => {
  await bare.goto(`${measured.server.url}/bare`)
  return medianOf(
    bare,
    screens.map((_, index) => ({ press: 'ArrowDown', shows: `#shown${index + 1}` })),
  )
}

it('Switching to the next evidence', { timeout: 120_000 }, () =>
  printRow({
    name: 'Next evidence on the stage',
    target: '≤ 100 ms',
    unit: ' ms',
    async measure() {
      await openReview()
      return medianOf(
        page,
        screens.map(each => ({ press: 'ArrowDown', shows: stageOf(each) })),
      )
    },
    references: { 'a bare image': swapped },
  }),
)

it('Opening a comment', { timeout: 120_000 }, () =>
  printRow({
    name: 'Next comment selected',
    target: '≤ 50 ms',
    unit: ' ms',
    async measure() {
      await openReview()
      return medianOf(
        page,
        [1, 2, 3, 4].map(each => ({
          press: 't',
          shows: `button[aria-pressed="true"][aria-label^="Comment ${each}:"]`,
        })),
      )
    },
    references: { 'a bare image': swapped },
  }),
)

it('Opening a review from the inbox', { timeout: 120_000 }, () =>
  printRow({
    name: 'From the inbox to the picture of a review',
    target: '≤ 550 ms',
    unit: ' ms',
    async measure() {
      await page.goto(measured.server.url)
      await page.waitForSelector('html[data-hydrated]')
      return timeOf(page, { click: `a[href^="/reviews/${reviewId}"]`, shows: stageOf(1) })
    },
    references: { 'a bare image': swapped },
  }),
)
