import type { Thread } from '#shared/contract/thread'
import type { Call } from '../../support/server/client'
import { revise, upload } from '../../support/reviews/uploads'
import { findings } from '../../support/browser/checks/axe'
import { expect, test } from '../../support/browser/e2e'
import { plainImage } from '../../support/media/samples'

const described = {
  title: 'Checkout, payment step',
  description: 'The total now stays on one line.\nTried with three currencies.',
  commit: '4be81d04be81d04be81d04be81d04be81d04be81',
  scenario: 'Signed in, cart with 3 items',
  route: '/checkout',
}

const comment = (agent: Call, artifactId: string, body: string) =>
  agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y: 0.5 }, body })

test('the header of the stage shows the title and the revisions, and its card shows the details', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await plainImage(1280, 800), described)
  const { commit } = described
  for (const height of [801, 802]) await revise(agent, artifactId, await plainImage(1280, height))
  await revise(agent, artifactId, await plainImage(1280, 803), { commit })
  await upload(agent, reviewId, await plainImage(1280, 801), { title: 'Receipt' })
  await page.setViewportSize({ width: 1920, height: 800 })
  await open(`/reviews/${reviewId}`)
  const stage = page.getByRole('main', { name: 'Stage: Checkout, payment step' })
  const header = stage.getByTestId('stage-header')
  const details = page.getByRole('main').getByRole('button', { name: 'Evidence details' })

  await test.step('the header of the stage at rest has five controls: the title and revisions', async () => {
    await expect(header.getByRole('heading', { name: 'Checkout, payment step' })).toBeAttached()
    await expect(header.getByRole('button', { name: 'r4 · latest' })).toBeVisible()
    await expect(header.locator('button:visible, select:visible, a:visible')).toHaveCount(5)
    expect((await header.boundingBox())?.height).toBe(40)
  })

  await test.step('the card of the title shows scenario, route, commit and size', async () => {
    await details.click()
    for (const fact of [described.scenario, described.route, commit, '1280×803'])
      await expect(header.getByText(fact, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(header.getByText(described.scenario)).toHaveCount(0)
  })

  await test.step('the evidence description opens by a button and a key; Escape closes it', async () => {
    const description = header.getByText('Tried with three currencies.')
    await expect(description).toHaveCount(0)
    await details.click()
    await expect(description).toBeVisible()
    await expect(header.getByText(described.commit)).toBeVisible()
    expect(await findings(page)).toEqual([])
    await details.click()
    await expect(description).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(description).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(description).toHaveCount(0)
    await expect(details).toBeFocused()
  })

  await test.step('on a phone, a press on the title in the header lists all evidence', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const shown = page.getByRole('main', { name: /^Stage/ })
    const title = shown.getByRole('button', { name: /^All evidence/ })
    await expect(title.locator('bdi')).toHaveText('Checkout, payment step')
    await expect(title.locator('bdi')).toBeInViewport()
    await expect(title.getByText('1 / 2')).toHaveClass('sr-only')
    await shown.getByRole('button', { name: 'Next evidence' }).click()
    await expect(title.locator('bdi')).toHaveText('Receipt')
    await title.click()
    await page.getByRole('dialog', { name: 'Evidence' }).getByText('Checkout, payment step').click()
    await expect(title.locator('bdi')).toHaveText('Checkout, payment step')
    await details.click()
    await expect(shown.getByText('Tried with three currencies.')).toBeVisible()
  })
})

test('each revision has its own facts, such as a commit, and a comparison shows both sides’ facts', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await plainImage(1280, 800), described)
  await revise(agent, artifactId, await plainImage(1280, 801), {
    description: 'The total wraps again.',
    commit: '9a2cc119a2cc119a2cc119a2cc119a2cc119a2cc',
    scenario: 'Signed out',
  })
  await page.setViewportSize({ width: 1920, height: 800 })
  await open(`/reviews/${reviewId}`)
  const header = page.getByTestId('stage-header')
  const details = header.getByRole('button', { name: 'Evidence details' })
  const facts = header.locator('dd')
  await details.click()
  await expect(facts).toHaveText([
    'Signed out',
    '/checkout',
    '9a2cc119a2cc119a2cc119a2cc119a2cc119a2cc',
    '1280×801',
  ])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'r1', exact: true }).click()
  await details.click()
  await expect(facts).toHaveText([described.scenario, '/checkout', described.commit, '1280×800'])
  await expect(header.getByText('The total wraps again.')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await details.click()
  await expect(header.locator('div:has(> bdi + p)')).toHaveText(/^r1.*r2 · latest.*wraps again\.$/s)
  await expect(facts).toHaveText([
    `r1${described.scenario}r2 · latestSigned out`,
    '/checkout',
    `r1${described.commit}r2 · latest9a2cc119a2cc119a2cc119a2cc119a2cc119a2cc`,
    'r11280×800r2 · latest1280×801',
  ])
  expect(await findings(page)).toEqual([])
})

test('a notice above the image states which revision is shown, and which ones have open comments', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await plainImage(410, 900))
  await comment(agent, artifactId, 'Too wide.')
  await comment(agent, artifactId, 'Too dark.')
  await open(`/reviews/${reviewId}`)
  const image = page.getByTestId('stage').locator('img')
  const notice = page.getByTestId('stage-notice')
  const revision = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  await expect(image).toBeVisible()
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toBeVisible()
  // The notice is not shown, because all comments are on the shown revision.
  await expect(notice).toHaveCount(0)

  await test.step('the notice about unfixed comments on a revision does not cover the image', async () => {
    await revise(agent, artifactId, await plainImage(400, 900))
    await revision('r2 · latest').click()
    await expect(notice).toContainText('2 comments not fixed on r1')
    await expect
      .poll(async () => {
        const [above, below] = [await notice.boundingBox(), await image.boundingBox()]
        return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
      })
      .toBeGreaterThan(0)
  })

  await test.step('on the latest revision, a notice lists earlier revisions with open comments', async () => {
    await revise(agent, artifactId, await plainImage(420, 901))
    await comment(agent, artifactId, 'On the third.')
    await revise(agent, artifactId, await plainImage(430, 902), { roundKey: 'a' })
    await revision('r4 · latest').click()
    await expect(notice).toContainText('3 comments not fixed on r1 and r3')
    await notice.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('button', { name: /^Comment 1:/ })).toHaveAttribute('aria-pressed', 'true')
    await expect(notice).toContainText('Viewing r1 of 4')
    await notice.getByRole('button', { name: 'Go to latest' }).click()
    await expect(revision('r4 · latest')).toHaveAttribute('aria-pressed', 'true')
    await expect(notice).toContainText('3 comments not fixed')
  })

  await test.step('a revision that was the newest in an earlier round is not labeled as latest', async () => {
    await page.getByRole('button', { name: 'Evidence list options' }).click()
    await page.getByLabel('Evidence as of').selectOption('Earlier uploads')
    await page.keyboard.press('Escape')
    await expect(revision('r3')).toHaveAttribute('aria-pressed', 'true')
    await notice.getByRole('button', { name: 'Go to latest' }).click()
    await expect(revision('r4 · latest')).toHaveAttribute('aria-pressed', 'true')
  })
})
