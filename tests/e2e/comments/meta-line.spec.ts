import { joined } from '../../support/people/sign-up'
import { revise, upload } from '../../support/reviews/uploads'
import { commentItem } from '../../support/browser/comments'
import { signInBrowser, expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { annotate } from '../../support/reviews/comments'

const name = 'Wilhelmina Featherstonehaugh-Cholmondeley'

test('the header of a comment truncates a long name, and a reviewer sees no action to delete it', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const long = await joined(server, person, name, 'member')
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  await annotate(long.call, artifactId, 'Cut off.')
  const other = await joined(server, person, 'Mara Lindqvist', 'member')
  await annotate(other.call, artifactId, 'Too small.')
  await revise(agent, artifactId, await pngImage(640, 401))
  await signInBrowser(page.context(), server, await joined(server, person, 'Ray', 'reviewer'))
  await open(`/reviews/${reviewId}`)
  const item = commentItem(page, 'Cut off.')

  await test.step('a reviewer can neither delete nor edit a comment of another person', async () => {
    await item.getByRole('button').first().click()
    await page.keyboard.press('Delete')
    await item.getByRole('button', { name: 'Actions for comment 1' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Select', 'Copy link', 'Copy prompt for agent'])
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(item.getByRole('button').first()).toHaveAttribute('aria-current', 'false')
    await page.mouse.move(0, 0)
    // Shows the latest revision on the stage, so that the comment states that it is on an earlier revision.
    await page.keyboard.press(']')
  })

  await test.step('number, name, time and revision of a comment are in one line at every width', async () => {
    const summary = item.getByRole('button').first()
    await expect(summary.getByText('on r1', { exact: true })).toBeVisible()
    for (const width of [1440, 1200, 390, 320]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(async () => {
        const line = await summary.evaluate((button, author) => {
          const spans = [...button.querySelectorAll('span')]
          const leaf = (text: string) => spans.findLast(each => each.textContent.trim() === text)
          const parts = [leaf(author), button.querySelector('time'), leaf('on r1')]
          const middles = parts.map(each => {
            const box = each?.getBoundingClientRect()
            return box ? Math.round((box.top + box.bottom) / 2) : NaN
          })
          const isTruncated = (each?: Element) => each && each.scrollWidth > each.clientWidth
          return {
            isInOneLine: Math.max(...middles) - Math.min(...middles) <= 2,
            isNameTruncated: isTruncated(leaf(author)),
            isPlaceTruncated: isTruncated(leaf('on r1')),
            isLow: button.getBoundingClientRect().height <= 24,
            innerWidth,
          }
        }, name)
        expect(line).toEqual({
          isInOneLine: true,
          isNameTruncated: true,
          isPlaceTruncated: false,
          isLow: true,
          innerWidth: width,
        })
      }).toPass()
    }
  })

  await test.step('the actions of a hovered comment do not cover its time or revision', async () => {
    await page.setViewportSize({ width: 1440, height: 844 })
    const height = (await item.boundingBox())?.height
    await item.hover()
    const resolve = item.getByRole('button', { name: 'Resolve' })
    await expect(resolve.locator('..')).toHaveCSS('opacity', '1')
    const left = (await resolve.boundingBox())?.x ?? 0
    for (const fact of [item.locator('time').first(), item.getByText('on r1', { exact: true })]) {
      const box = await fact.boundingBox()
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(left)
    }
    expect((await item.boundingBox())?.height).toBe(height)
  })

  await test.step('the author’s name of a selected comment is not cut off next to its actions', async () => {
    await page.setViewportSize({ width: 1200, height: 844 })
    const selected = commentItem(page, 'Too small.')
    await selected.getByRole('button').first().click()
    await expect(selected.getByRole('button').first()).toHaveAttribute('aria-current', 'true')
    await selected.hover()
    const author = selected.getByText('Mara Lindqvist').first()
    await expect.poll(() => author.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true)
  })
})

test('the text of a labeled fix does not move when the fix is selected', async ({
  page,
  server,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  // With a longer name, the line wraps while the age is "just now".
  const mara = await joined(server, person, 'Mara', 'member')
  const { threadId } = await annotate(mara.call, artifactId, 'Too small.')
  await person.call('PATCH', `/api/threads/${threadId}`, { label: 'blocker' })
  await revise(agent, artifactId, await pngImage(640, 401))
  await agent('POST', `/v1/threads/${threadId}/address`, { body: 'Larger.' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/reviews/${reviewId}`)
  const summary = commentItem(page, 'Too small.').getByRole('button').first()
  const height = async () => (await summary.boundingBox())?.height
  await expect(summary).toContainText('on r1')
  const before = await height()
  await summary.click()
  await expect(summary).toHaveAttribute('aria-current', 'true')
  await expect(summary).toContainText('Blocker')
  expect(await height()).toBe(before)
})

test('a selected fix still names the revision that was commented on', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400))
  const { threadId } = await annotate(agent, artifactId, 'Too small.')
  await revise(agent, artifactId, await pngImage(640, 401))
  await agent('POST', `/v1/threads/${threadId}/address`, { body: 'Larger.' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(`/reviews/${reviewId}`)
  const summary = commentItem(page, 'Too small.').getByRole('button').first()
  await expect(summary).toContainText('on r1')
  await summary.click()
  await expect(summary).toHaveAttribute('aria-current', 'true')
  await expect(summary).toContainText('on r1')
})
