// npm run pictures: takes the screenshots of the README and of docs/changes.md from the built server, with
// reviews that are created through the API. It also records how a person and an agent work together.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { chromiumArgs, findChromium } from './chromium.mjs'
import { visit } from './demo/capture.mjs'
import { build, env, install, root, say } from './lib.mjs'
import { recordPage } from './pictures/recording.mjs'
import { createReviews } from './pictures/reviews.mjs'

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
  const { review, desktop, changes, loop, fix } = await createReviews(first, base)
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
