import type { ReviewPayload } from '#shared/contract/review'
import { revise, upload } from '../../support/reviews/uploads'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { within } from '../../support/browser/checks/layout'
import { pngImage } from '../../support/media/samples'

test('many revisions are shown in a select, and a round shows the evidence as of that round', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const many = await upload(agent, reviewId, await pngImage(1000, 501), {
    title: 'Checkout',
    route: `/${'very-long-'.repeat(16)}`,
  })
  for (let n = 2; n <= 8; n++) await revise(agent, many.artifactId, await pngImage(1000, 500 + n))
  const first = await upload(agent, reviewId, await pngImage(1280, 800), { title: 'Dashboard' })
  await revise(agent, first.artifactId, await pngImage(1280, 801), {
    roundKey: 'a',
    roundSummary: 'After review',
  })
  await upload(agent, reviewId, await pngImage(500, 300), { title: 'Settings page', roundKey: 'a' })
  await upload(agent, reviewId, await pngImage(500, 301), {
    title: 'Sign in',
    roundKey: 'b',
    roundSummary: 'Second thoughts',
  })
  const film = page.getByRole('navigation', { name: 'Evidence' })
  const cards = film.locator('[data-artifact]')
  const card = (title: string) => film.getByRole('button', { name: title }).first()
  await open(`/reviews/${reviewId}`)

  await test.step('many revisions are shown in a select, and a long page path is truncated', async () => {
    await card('Checkout').click()
    const list = page.getByLabel('Revision', { exact: true })
    const options = ['r8 · latest', 'r7', 'r6', 'r5', 'r4', 'r3', 'r2', 'r1']
    await expect(list.getByRole('option')).toHaveText(options)
    await list.selectOption('r3')
    const details = page.getByRole('button', { name: 'Evidence details' })
    await details.click()
    await expect(page.getByText('1000×503')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press(']')
    await details.click()
    await expect(page.getByText('1000×504')).toBeVisible()
    expect(await within(page.getByText('/very-long'), page.getByRole('main'))).toBe(true)
    await page.keyboard.press('Escape')
  })

  await test.step('rounds are listed with summaries, and a chosen round shows its evidence', async () => {
    const rounds = page.getByLabel('Evidence as of')
    const options = page.getByRole('button', { name: 'Evidence list options' })
    await options.click()
    await expect(rounds.getByRole('option')).toHaveText([
      'Latest',
      /^Round 2 · just now · \u2068Second thoughts\u2069$/,
      /^Round 1 · just now · \u2068After review\u2069$/,
      'Earlier uploads',
    ])
    await expect(cards).toHaveCount(4)
    await card('Dashboard').click()
    await options.click()
    await rounds.selectOption({ label: 'Earlier uploads' })
    await expect(cards).toHaveCount(2)
    await expect(page.getByRole('button', { name: /^r1/ })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: /^r2/ })).toHaveCount(0)
    expect(await findingsInThemes(page)).toEqual([])
    await rounds.selectOption('1')
    await expect(page.getByText('As of round 1')).toBeVisible()
    await expect(cards).toHaveCount(3)
  })

  await test.step('the URL contains the chosen round', async () => {
    await page.reload()
    await expect(page.getByText('As of round 1')).toBeVisible()
    await expect(cards).toHaveCount(3)
  })

  await test.step('opening a comment on later evidence leaves the chosen round', async () => {
    const { body: later } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    const signIn = later.artifacts.find(each => each.title === 'Sign in')
    await agent('POST', `/v1/artifacts/${signIn?.id}/annotations`, {
      kind: 'artifact',
      body: 'On what came later.',
    })
    await page.getByRole('button', { name: 'Show all 1' }).click()
    await commentItem(page, 'On what came later.').getByRole('button').first().click()
    await expect(page.getByRole('main', { name: 'Stage: Sign in' })).toBeVisible()
    await expect(page.getByText('As of round 1')).toHaveCount(0)
    await expect(page).not.toHaveURL(/round=/)
  })
})
