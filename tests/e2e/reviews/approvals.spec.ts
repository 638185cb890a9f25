import sharp from 'sharp'
import type { ReviewPayload } from '#shared/contract/review'
import { compared } from '../../support/browser/comparison'
import { expect, test } from '../../support/browser/e2e'
import { newReview, threadsOf } from '../../support/reviews/review'
import { newShareLink } from '../../support/reviews/share'
import { revise, upload } from '../../support/reviews/uploads'

/** Draws a screen, with a panel of this width if it is above 0. */
const draw = (hue: number, panel = 0) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: `hsl(${hue}, 40%, 80%)` } })
    .composite(
      panel > 0
        ? [
            {
              input: { create: { width: panel, height: 50, channels: 3, background: '#334' } },
              left: 16,
              top: 40,
            },
          ]
        : [],
    )
    .png()
    .toBuffer()

test('reviewers see changed evidence first, and approve it piece by piece with G', async ({
  page,
  person,
  agent,
  projectId,
  open,
}) => {
  const titles = ['Cart', 'Menu', 'Help']
  const accepted = await newReview(agent, projectId, 'Before')
  for (const [at, title] of titles.entries()) await upload(agent, accepted, await draw(at * 90), { title })
  await person.call('POST', `/api/reviews/${accepted}/status`, { status: 'verified' })
  const reviewId = await newReview(agent, projectId, 'After')
  for (const [at, title] of titles.entries())
    await upload(agent, reviewId, await draw(at * 90, [0, 32, 128][at]), { title })
  await open(`/reviews/${reviewId}`)
  await expect(compared(page).getByTestId('compare-tag')).toHaveText(['Accepted', 'r1 · latest'])
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('stage')).toBeVisible()
  const film = page.getByRole('navigation', { name: 'Evidence' })
  const cards = film.locator('[data-artifact]')
  await expect(cards).toHaveCount(2)
  await expect(cards.nth(0)).toContainText('Help')
  await expect(cards.nth(0)).toContainText('10%')
  await expect(cards.nth(1)).toContainText('Menu')
  await expect(cards.nth(1)).toContainText('2.5%')
  await film.getByRole('button', { name: 'Same as accepted' }).click()
  await expect(cards.nth(2)).toContainText('Cart')
  const details = page.getByRole('button', { name: 'Help: evidence details' })
  await details.click()
  const good = page.getByTestId('stage-header').getByRole('button', { name: '“Help” looks good' })
  await expect(good).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await details.click()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
  await expect(good).toHaveAttribute('title', 'Approved by Ann')
  await expect(page.getByRole('progressbar', { name: '1 of 2 approved' })).toBeAttached()
  await page.getByRole('button', { name: 'Undo' }).click()
  // A press outside of the card with the evidence details closes the card.
  await page.getByRole('button', { name: 'Evidence details' }).click()
  await expect(good).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await good.click()
  await expect(good).toHaveAttribute('aria-pressed', 'true')
  const approved = async () => {
    const { body } = await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)
    return body.artifacts.filter(each => each.approval?.by === 'Ann').map(each => each.title)
  }
  await expect.poll(approved).toEqual(['Help'])

  await test.step('each piece of evidence can be approved on a contact sheet', async () => {
    await open(`/reviews/${reviewId}?compare=evidence`)
    const menu = page.getByRole('main').getByRole('button', { name: '“Menu” looks good' })
    await menu.click()
    await expect(menu).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(approved).toEqual(['Menu', 'Help'])
  })
})

test('evidence is compared with the accepted revision of another review, without its comments', async ({
  page,
  person,
  agent,
  projectId,
  open,
}) => {
  const before = await newReview(agent, projectId, 'First review')
  const accepted = await upload(agent, before, await draw(10), { title: 'Cart' })
  await person.call('POST', `/api/reviews/${before}/status`, { status: 'verified' })
  const reviewId = await newReview(agent, projectId, 'Second review')
  await upload(agent, reviewId, await draw(10, 128), { title: 'Cart' })
  await open(`/reviews/${reviewId}`)
  await expect(compared(page)).toHaveAttribute('data-mode', 'side-by-side')
  await page.keyboard.press('w')
  await expect(page).toHaveURL(new RegExp(`with=${accepted.revisionId}`))
  await page.keyboard.press('s')
  const tags = compared(page).getByTestId('compare-tag')
  await expect(tags).toHaveText(['Accepted', 'r1 · latest'])
  await expect(compared(page).getByRole('button', { name: /^Comment on/ })).toHaveCount(1)
  await expect(compared(page).getByRole('button', { name: 'Comment on r1 · latest' })).toBeVisible()
  const box = await compared(page).boundingBox()
  await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) * 0.25, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await page.keyboard.press('d')
  await expect(page.getByRole('status').filter({ hasText: '10.0%' })).toBeAttached()
  // No comment box opens: the only text field is the one of the conversation.
  await expect(page.getByRole('textbox')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Evidence details' }).click()
  const history = page.getByRole('heading', { name: 'Accepted before' }).locator('..')
  await history.getByRole('link', { name: /First review/ }).click()
  await expect(page).toHaveURL(new RegExp(`/reviews/${before}#${accepted.artifactId}`))
})

test('an addressed comment shows a note if nothing changed at its spot', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await draw(10), { title: 'Cart' })
  for (const [body, x] of [
    ['Add a panel here', 0.1],
    ['Add a total here', 0.8],
  ] as const) {
    const geometry = { x, y: 0.3, width: 0.1, height: 0.1 }
    const mark = { kind: 'rectangle', geometry, body }
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, mark)
  }
  await revise(agent, artifactId, await draw(10, 128))
  for (const { threadId } of await threadsOf(agent, reviewId))
    await agent('POST', `/v1/threads/${threadId}/address`, { body: 'Done.' })
  await open(`/reviews/${reviewId}`)
  const item = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect(item('Add a total here').first()).toContainText('Nothing changed at this spot')
  await expect(item('Add a panel here').first()).toContainText('r1, before')
  await expect(item('Add a panel here').first()).not.toContainText('Nothing changed')
})

test('a revision that looks different ends an approval, and visitors see a new approval', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await draw(10), { title: 'Cart' })
  await person.call('POST', `/v1/artifacts/${artifactId}/approve`, { approved: true })
  await revise(agent, artifactId, await draw(10))
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Evidence details' }).click()
  const good = page.getByTestId('stage-header').getByRole('button', { name: '“Cart” looks good' })
  await expect(good).toHaveAttribute('title', 'Approved by Ann on r1, which looks the same')
  await revise(agent, artifactId, await draw(200))
  await expect(good).toHaveAttribute('title', 'Changed since Ann approved r1')
  await expect(good).toHaveAttribute('aria-pressed', 'false')
  await person.call('POST', `/v1/artifacts/${artifactId}/approve`, { approved: true })
  const { url } = await newShareLink(agent, reviewId)
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(url.replace(/^https?:\/\/[^/]+/, server.url))
  await page.getByRole('button', { name: 'Evidence details' }).click()
  await expect(page.getByTestId('stage-header').getByText('Looks good')).toBeVisible()
})
