import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { stagePoints } from '../../support/browser/stage'
import { sheet } from '../../support/reviews/comparisons'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { timeLimit } from '../../support/time-limit'

test('with Alt, the element under the mouse is outlined, and a click comments on exactly its box', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const { revisionId } = await upload(agent, reviewId, await sheet(800, 600, [200, 150, 80, 60]))
  const elements = [
    { box: [0, 0, 1, 1], role: 'main' },
    { box: [0.25, 0.25, 0.1, 0.1], role: 'button', name: 'Buy now', source: 'src/Cart.tsx:41' },
  ]
  await agent('PUT', `/v1/revisions/${revisionId}/context`, { elements })
  const requests: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/context')) requests.push(request.url())
  })
  await open(`/reviews/${reviewId}`)
  const at = await stagePoints(page)
  const label = page.getByTestId('picked-element')

  await test.step('The outline follows the mouse, in a zoomed picture too', async () => {
    await page.keyboard.press('1')
    const button = await at(0.3, 0.3)
    await page.mouse.move(button.x, button.y)
    expect(requests).toEqual([])
    await page.keyboard.down('Alt')
    // While the code that finds elements is loading, only a movement of the mouse shows that Alt is held.
    await expect(async () => {
      await page.mouse.move(button.x - 1, button.y)
      await page.mouse.move(button.x, button.y)
      expect(await label.textContent({ timeout: timeLimit(1000) })).toBe('button “Buy now”')
    }).toPass()
    const outside = await at(0.6, 0.6)
    await page.mouse.move(outside.x, outside.y)
    await expect(label).toHaveText('main')
    await page.mouse.move(button.x, button.y)
    await expect(label).toHaveText('button “Buy now”')
  })

  await test.step('A click opens the form of a comment with the box of the element', async () => {
    await page.mouse.down()
    await page.mouse.up()
    await page.keyboard.up('Alt')
    await expect(label).toHaveCount(0)
    await page.getByPlaceholder('Comment on this spot').fill('Make it wider.')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Make it wider.' })).toContainText(
      'src/Cart.tsx:41',
    )
    const [thread] = await threadsOf(agent, reviewId)
    expect(thread?.geometry).toEqual({ x: 0.25, y: 0.25, width: 0.1, height: 0.1 })
    expect(requests).toHaveLength(1)
  })
  expect(pageErrors).toEqual([])
})
