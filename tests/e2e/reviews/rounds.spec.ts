import type { ReviewPayload } from '#shared/contract/review'
import { revise, upload } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1280, height = 800) => pngImage(width, height)

test('a round shows the evidence as of that round until a later revision or comment is opened', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const first = await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  await revise(agent, first.artifactId, await png(1280, 801), { roundKey: 'a', roundSummary: 'After review' })
  await upload(agent, reviewId, await png(500, 300), { title: 'Settings page', roundKey: 'a' })
  await upload(agent, reviewId, await png(500, 301), {
    title: 'Sign in',
    roundKey: 'b',
    roundSummary: 'Second thoughts',
  })
  await open(`/reviews/${reviewId}`)
  const rounds = page.getByLabel('Evidence as of')
  await expect(rounds.getByRole('option')).toHaveText([
    'Latest',
    /^Round 2 · just now · \u2068Second thoughts\u2069$/,
    /^Round 1 · just now · \u2068After review\u2069$/,
    'Earlier uploads',
  ])
  const film = page.getByRole('navigation', { name: 'Evidence' })
  await expect(film.locator('[data-artifact]')).toHaveCount(3)
  await rounds.selectOption({ label: 'Earlier uploads' })
  await expect(film.locator('[data-artifact]')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^r1/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: /^r2/ })).toHaveCount(0)
  expect(await findings(page)).toEqual([])
  await rounds.selectOption('1')
  await expect(page.getByText('As of round 1')).toBeVisible()
  await expect(film.locator('[data-artifact]')).toHaveCount(2)
  // The address names the round.
  await page.reload()
  await expect(page.getByText('As of round 1')).toBeVisible()
  await expect(film.locator('[data-artifact]')).toHaveCount(2)
  const { body: later } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
  const signIn = later.artifacts.find(each => each.title === 'Sign in')
  await agent('POST', `/v1/artifacts/${signIn?.id}/annotations`, {
    kind: 'artifact',
    body: 'On what came later.',
  })
  await page.getByRole('button', { name: 'Show all 1' }).click()
  await page
    .getByText('On what came later.')
    .locator('xpath=ancestor::li')
    .getByRole('button')
    .first()
    .click()
  await expect(page.getByRole('main', { name: 'Stage: Sign in' })).toBeVisible()
  await expect(page.getByText('As of round 1')).toHaveCount(0)
  await expect(page).not.toHaveURL(/round=/)
})
