import { upload } from '../../support/reviews/uploads'
import { commentItem, commentList, choose, listAll, scopes, tick } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { annotate, onWhole, statusesOf } from '../../support/reviews/comments'

test('comments are listed by image, resolved one by one or together, and reopened by Undo', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const image = await pngImage(640, 400)
  const [first, second] = [
    await upload(agent, reviewId, image, { title: 'First' }),
    await upload(agent, reviewId, image, { title: 'Second' }),
  ]
  await upload(agent, reviewId, image, { title: 'Third' })
  const geometry = { x: 0.1, y: 0.1, width: 0.2, height: 0.1 }
  await annotate(agent, first.artifactId, 'First 1.', { kind: 'rectangle', geometry })
  await annotate(agent, first.artifactId, 'First 2.', { geometry: { x: 0.9, y: 0.5 } })
  await annotate(agent, second.artifactId, 'Second 1.', onWhole)
  await annotate(agent, second.artifactId, 'Second 2.')
  await annotate(agent, second.artifactId, 'Second 3.')
  await open(`/reviews/${reviewId}#${first.artifactId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  const summary = (text: string) => commentItem(page, text).getByRole('button').first()
  const statuses = () => statusesOf(agent, reviewId)

  await test.step('the comments of the open image are listed with descriptions of their marks', async () => {
    await expect(commentItem(page, 'First 1.')).toBeVisible()
    await expect(commentItem(page, 'Second')).toHaveCount(0)
    await expect(summary('First 1.')).toHaveAccessibleDescription('Rectangle, upper left, 20% wide')
    await expect(summary('First 2.')).toHaveAccessibleDescription('Point, middle right')
  })

  await test.step('for an image without comments, a button lists the comments of all images', async () => {
    await film.getByText('Third').click()
    await expect(page.getByText('No open comments on this image.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all 5' }).click()
    await expect(commentItem(page, 'First 1.')).toBeVisible()
    const thisImage = scopes(page).getByRole('button', { name: 'This image' })
    await expect(thisImage).toHaveAttribute('aria-pressed', 'false')
    await thisImage.click()
    await film.getByText('Second').click()
    await expect(commentItem(page, 'Second 1.')).toBeVisible()
    await expect(commentItem(page, 'First')).toHaveCount(0)
    await expect(summary('Second 1.')).toHaveAccessibleDescription('')
  })

  await test.step('E resolves a comment and selects the next', async () => {
    await commentList(page).getByText('Second 2.').click()
    await page.keyboard.press('e')
    await expect(page.getByText('Comment 4 resolved')).toBeVisible()
    await expect(commentItem(page, 'Second 3.').locator('button[aria-current=true]')).toBeVisible()
    await expect(commentList(page).locator('..')).toHaveCSS('outline-style', 'none')
    await page.keyboard.press('e')
    await expect(page.getByText('Comment 5 resolved')).toBeVisible()
    await expect
      .poll(statuses)
      .toMatchObject({ 'Second 1.': 'open', 'Second 2.': 'resolved', 'Second 3.': 'resolved' })
  })

  await test.step('each Undo reopens the last resolved comment, even after its toast closed', async () => {
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('Comment 5 resolved')).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Undone: Comment 5 resolved')).toBeVisible()
    await expect.poll(statuses).toMatchObject({ 'Second 2.': 'resolved', 'Second 3.': 'open' })
    await page.keyboard.press('Control+z')
    await expect(page.getByText('Undone: Comment 4 resolved')).toBeVisible()
    await expect.poll(statuses).toMatchObject({ 'Second 2.': 'open', 'Second 3.': 'open' })
  })

  await test.step('several comments are resolved together, and Undo opens them again', async () => {
    await listAll(page)
    const checkbox = page.getByRole('checkbox', { name: 'Select comment 1' })
    await tick(commentItem(page, 'First 1.'))
    await expect(page.getByText('1 selected')).toBeVisible()
    await checkbox.press('Escape')
    await expect(page.getByText('1 selected')).toHaveCount(0)
    await choose(commentItem(page, 'Second 3.'), 'Select')
    await expect(page.getByText('1 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Select all' }).click()
    await expect(page.getByText('5 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Resolve', exact: true }).click()
    const distinct = async () => new Set(Object.values(await statuses()))
    await expect.poll(distinct).toEqual(new Set(['resolved']))
    await expect(page.getByText('5 comments resolved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(distinct).toEqual(new Set(['open']))
  })
})
