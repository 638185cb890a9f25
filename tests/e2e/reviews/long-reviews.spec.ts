import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { findings } from '../../support/browser/axe'
import { upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const palette = (page: Page) => page.getByRole('combobox', { name: 'Search commands' })

test('in a review with hundreds of comments and images, links, numbers and keys open the right one', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const data = await pngImage(64, 40)
  const artifacts: string[] = []
  for (let i = 1; i <= 70; i++)
    artifacts.push((await upload(agent, reviewId, data, { title: `Screen ${i}` })).artifactId)
  const threads: Thread[] = []
  for (let i = 0; i < 140; i++)
    threads.push(
      (
        await agent<Thread>('POST', `/v1/artifacts/${artifacts[i % 70]}/annotations`, {
          geometry: { x: 0.5, y: 0.5 },
          body: `Remark ${i + 1}`,
        })
      ).body,
    )
  await open(`/reviews/${reviewId}#${threads[119]?.threadId}`)
  const list = page.getByRole('list', { name: 'Comments' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'All 140' }).click()
  await expect(list.getByText('Remark 120', { exact: true })).toBeInViewport()
  await expect(
    page.getByRole('navigation', { name: 'Evidence' }).getByText('Screen 50', { exact: true }),
  ).toBeInViewport()
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
  // The second comment on the fiftieth image: row 100 of the comments, below 50 headings.
  await expect(page.locator(`#${threads[119]?.threadId}`)).toHaveAttribute('aria-posinset', '150')

  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('comment 7')
  await page.getByRole('option', { name: 'Comment 7 Remark 7', exact: true }).click()
  await expect(list.getByText('Remark 7', { exact: true })).toBeInViewport()
  await expect(page.getByRole('main', { name: 'Stage: Screen 7' })).toBeVisible()

  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowDown')
  await expect(
    page.getByRole('navigation', { name: 'Evidence' }).getByText('Screen 19', { exact: true }),
  ).toBeInViewport()

  await list.hover()
  for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 1200)
  await expect(list.getByText('Remark 140', { exact: true })).toBeInViewport()
  expect(await findings(page)).toEqual([])
})
