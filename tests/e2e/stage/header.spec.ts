import type { Thread } from '#shared/contract/thread'
import { revise, upload, type Call } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1280, height = 800) => pngImage(width, height)

const described = {
  title: 'Checkout, payment step',
  description: 'The total now stays on one line.\nTried with three currencies.',
  commit: '4be81d04be81d04be81d04be81d04be81d04be81',
  scenario: 'Signed in, cart with 3 items',
  route: '/checkout',
}

const comment = (agent: Call, artifactId: string, body: string, more: Record<string, unknown> = {}) =>
  agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.5, y: 0.5 },
    body,
    ...more,
  })

test('a line over the stage says what is shown and where it comes from, and opens the description', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(), described)
  await revise(agent, artifactId, await png(1280, 801))
  await open(`/reviews/${reviewId}`)
  const stage = page.getByRole('main', { name: 'Stage: Checkout, payment step' })
  const header = stage.getByTestId('stage-header')
  await expect(header.getByRole('heading', { name: 'Checkout, payment step' })).toBeVisible()
  await expect(header.getByRole('button', { name: 'r2 · latest' })).toBeVisible()
  await expect(header.getByText('4be81d0', { exact: true })).toBeVisible()
  await expect(header.getByText('Signed in, cart with 3 items')).toBeVisible()
  await expect(header.getByText('Tried with three currencies.')).toHaveCount(0)
  await header.getByRole('button', { name: 'Evidence details' }).click()
  await expect(header.getByText('Tried with three currencies.')).toBeVisible()
  await expect(header.getByText(described.commit)).toBeVisible()
  expect(await findings(page)).toEqual([])
  await header.getByRole('button', { name: 'Evidence details' }).click()
  await expect(header.getByText('Tried with three currencies.')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(header.getByText('Tried with three currencies.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(header.getByText('Tried with three currencies.')).toHaveCount(0)
  await expect(header.getByRole('button', { name: 'Evidence details' })).toBeFocused()
})

test('facts that have no space are left out, none is cut at its start', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png(), described)
  for (const height of [801, 802, 803]) await revise(agent, artifactId, await png(1280, height))
  await open(`/reviews/${reviewId}`)
  const facts = page.getByTestId('stage-header').locator('p')
  /** The facts that are within the line, each with whether it begins and ends there. */
  const shown = () =>
    facts.evaluate(line => {
      const { top, bottom, left, right } = line.getBoundingClientRect()
      return [...line.children].flatMap(each => {
        const box = each.getBoundingClientRect()
        if (!each.textContent || box.top >= bottom || box.bottom <= top) return []
        return [[each.textContent.trim(), box.left >= left && box.right <= right + 0.5]]
      })
    })
  const all = [described.scenario, '4be81d0', described.route, '1280×803'].map(each => [each, true])
  await page.setViewportSize({ width: 1920, height: 800 })
  await expect.poll(shown).toEqual(all)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(async () => (await shown()).length).toBeLessThan(all.length)
  const left = await shown()
  expect(left).toEqual(all.slice(0, Math.max(1, left.length)))
})

test('on a phone the line shows the title, which opens all evidence', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await upload(agent, reviewId, await png(), described)
  await upload(agent, reviewId, await png(1280, 801), { title: 'Receipt' })
  await open(`/reviews/${reviewId}`)
  const stage = page.getByRole('main', { name: /^Stage/ })
  const title = stage.getByRole('button', { name: /^All evidence/ })
  await expect(title.locator('bdi')).toHaveText('Checkout, payment step')
  await expect(title.locator('bdi')).toBeInViewport()
  await expect(title.getByText('1 / 2')).toHaveClass('sr-only')
  await stage.getByRole('button', { name: 'Next evidence' }).click()
  await expect(title.locator('bdi')).toHaveText('Receipt')
  await title.click()
  await page.getByRole('dialog', { name: 'Evidence' }).getByText('Checkout, payment step').click()
  await expect(title.locator('bdi')).toHaveText('Checkout, payment step')
  await stage.getByRole('button', { name: 'Evidence details' }).click()
  await expect(stage.getByText('Tried with three currencies.')).toBeVisible()
})

test('the latest revision says which older ones have open comments, and shows them', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await comment(agent, artifactId, 'Too wide.')
  await comment(agent, artifactId, 'Too dark.')
  await revise(agent, artifactId, await png(1280, 801))
  await revise(agent, artifactId, await png(1280, 802))
  await comment(agent, artifactId, 'On the third.')
  await revise(agent, artifactId, await png(1280, 803))
  await open(`/reviews/${reviewId}`)
  const notice = page.getByTestId('stage-notice')
  await expect(notice).toContainText('3 open comments on r1 and r3')
  await notice.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(notice).toContainText('Viewing r1 of 4')
  await notice.getByRole('button', { name: 'Go to latest' }).click()
  await expect(page.getByRole('button', { name: 'r4 · latest' })).toHaveAttribute('aria-pressed', 'true')
  await expect(notice).toContainText('3 open comments')
})

test('a revision that is opened is below its notice', async ({ page, agent, reviewId, open }) => {
  const { artifactId } = await upload(agent, reviewId, await png(400, 900))
  await open(`/reviews/${reviewId}`)
  const image = page.getByTestId('stage').locator('img')
  await expect(image).toBeVisible()
  await comment(agent, artifactId, 'Too wide.')
  await revise(agent, artifactId, await png(400, 900))
  await page.getByRole('button', { name: 'r2 · latest' }).click()
  const notice = page.getByTestId('stage-notice')
  await expect(notice).toContainText('1 open comment on r1')
  await expect
    .poll(async () => {
      const [above, below] = [await notice.boundingBox(), await image.boundingBox()]
      return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
    })
    .toBeGreaterThan(0)
})

test('a revision without older comments says nothing', async ({ page, agent, reviewId, open }) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await revise(agent, artifactId, await png(1280, 801))
  await comment(agent, artifactId, 'On the latest.')
  await open(`/reviews/${reviewId}`)
  await expect(page.getByRole('button', { name: /^Comment 1:/ })).toBeVisible()
  await expect(page.getByTestId('stage-notice')).toHaveCount(0)
})

test('as of an older round, its revision is not called the latest', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await revise(agent, artifactId, await png(1280, 801), { roundKey: 'a' })
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Evidence as of').selectOption('Earlier uploads')
  await expect(page.getByRole('button', { name: 'r1', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Go to latest' }).click()
  await expect(page.getByRole('button', { name: 'r2 · latest' })).toHaveAttribute('aria-pressed', 'true')
})
