import type { PointGeometry } from '#shared/contract/geometry'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { composer, pressImage, spotField } from '../../support/browser/comment-forms'
import { choose, commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { drag, stagePoints } from '../../support/browser/stage'
import { verdictButton, verdictComment } from '../../support/browser/verdict-card'
import { holdRequests } from '../../support/browser/hold-requests'
import { pngImage } from '../../support/media/samples'
import { annotate, onWhole } from '../../support/reviews/comments'

test('comments written while the server is slow or unreachable are sent once, at their positions', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 500))
  await annotate(agent, artifactId, 'Why?', onWhole)
  await open(`/reviews/${reviewId}`)
  const failures = page
    .getByRole('alert')
    .filter({ hasText: 'Your text is saved and is sent as soon as', visible: true })
  const banner = page.getByText("Can't reach the server. Unsent text")
  /** Returns the text of each comment on a spot, with its rounded distance from the left of the image. */
  const placed = async () =>
    (await threadsOf(agent, reviewId))
      .filter(each => each.kind === 'point')
      .map(({ comment, geometry }) => [comment, Math.round((geometry as PointGeometry).x * 100) / 100])
      .toSorted()

  await test.step('while one comment is being sent, the next comment starts with an empty form', async () => {
    const release = await holdRequests(page, '**/annotations')
    await pressImage(page, 0.2, 0.2)
    await spotField(page).fill('First')
    await page.keyboard.press('Control+Enter')
    await pressImage(page, 0.6, 0.6)
    await expect(spotField(page)).toHaveValue('')
    await page.keyboard.type('Second')
    release()
    await expect(commentItem(page, 'First')).toBeVisible()
    await expect(spotField(page)).toHaveValue('Second')
    await expect(spotField(page)).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(commentItem(page, 'Second')).toBeVisible()
    await expect(spotField(page)).toHaveCount(0)
    expect(await placed()).toEqual([
      ['First', 0.2],
      ['Second', 0.6],
    ])
    await page.unrouteAll()
  })

  await test.step('offline, a link does not leave the page, and unsent texts are saved', async () => {
    await press(commentItem(page, 'Why?'), 'Reply')
    await page.keyboard.type('From a tunnel')
    await page.context().setOffline(true)
    await page.keyboard.press('Control+Enter')
    await expect(failures).toHaveCount(1)
    await expect(banner).toBeVisible()
    await composer(page).fill('Written in a tunnel.')
    await page.getByRole('link', { name: 'Back to the inbox' }).click()
    await expect(composer(page)).toHaveValue('Written in a tunnel.')
    await page
      .getByRole('complementary', { name: 'Conversation' })
      .getByRole('button', { name: 'Send', exact: true })
      .click()
    await expect(failures).toHaveCount(2)
  })

  await test.step('a comment that waits for the network stays while another one is written', async () => {
    const failure = page.getByRole('main').locator(failures)
    await pressImage(page, 0.1, 0.2)
    await spotField(page).fill('Third')
    await page.keyboard.press('Control+Enter')
    await expect(failure).toBeVisible()
    await pressImage(page, 0.6, 0.4)
    await expect(spotField(page)).toHaveValue('')
    await page.keyboard.type('Fourth')
    // Closing the box shows the previous comment again, which still waits to be sent.
    await page.keyboard.press('Escape')
    await expect(spotField(page)).toHaveValue('Third')
    await expect(failure).toBeVisible()
    await pressImage(page, 0.7, 0.3)
    await expect(spotField(page)).toHaveValue('')
    await page.keyboard.type('Fifth')
    await page.keyboard.press('Control+Enter')
    await expect(failure).toBeVisible()
  })

  await test.step('each comment that waits for the network is sent once after it returns', async () => {
    await page.context().setOffline(false)
    for (const text of ['Third', 'Fifth', 'Written in a tunnel.'])
      await expect(commentItem(page, text)).toBeVisible()
    await expect(commentItem(page, 'Why?').getByText('From a tunnel')).toBeVisible()
    await expect(banner).toHaveCount(0)
    await expect(failures).toHaveCount(0)
    await expect(spotField(page)).toHaveCount(0)
    await expect(composer(page)).toHaveValue('')
    await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveCount(0)
    expect(await placed()).toEqual([
      ['Fifth', 0.7],
      ['First', 0.2],
      ['Second', 0.6],
      ['Third', 0.1],
    ])
    const threads = await threadsOf(agent, reviewId)
    expect(threads.filter(each => each.comment === 'Written in a tunnel.')).toHaveLength(1)
    expect(threads.find(each => each.comment === 'Why?')?.comments).toHaveLength(2)
  })

  await test.step('a comment whose response was lost is not sent twice', async () => {
    await page.route('**/annotations', async route => {
      await route.fetch()
      await page.context().setOffline(true)
      await route.abort('connectionreset')
    })
    await composer(page).fill('Once.')
    await page.keyboard.press('Control+Enter')
    await expect(failures).toHaveCount(1)
    await page.context().setOffline(false)
    await expect(composer(page)).toHaveValue('')
    await expect(commentItem(page, 'Once.')).toHaveCount(1)
    expect((await threadsOf(agent, reviewId)).filter(each => each.comment === 'Once.')).toHaveLength(1)
  })
})

test('people can comment, reply and edit on a page that is offline before its first input', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(1000, 500))
  await annotate(person.call, artifactId, 'Mine.', onWhole)
  const scripts = new Set<string>()
  page.on('requestfinished', each => each.resourceType() === 'script' && scripts.add(each.url()))
  await open(`/reviews/${reviewId}`)
  await expect(page.getByTestId('stage').locator('img')).toBeVisible()
  const before = scripts.size
  await expect.poll(() => scripts.size).toBeGreaterThan(before + 5)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)

  await test.step('a drag draws its area and opens the form, and the text is saved', async () => {
    const at = await stagePoints(page)
    await drag(page, await at(0.2, 0.2), await at(0.4, 0.4))
    await expect(page.getByTestId('stage').locator('canvas')).toBeVisible()
    await expect(spotField(page)).toBeFocused()
    await page.keyboard.type('Sentences neither change the view nor set a verdict.')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Your text is saved')
  })

  await test.step('replies, edits and the verdict open their forms', async () => {
    await press(commentItem(page, 'Mine.'), 'Reply')
    await expect(page.getByRole('textbox', { name: 'Reply' })).toBeFocused()
    await page.keyboard.press('Escape')
    await choose(commentItem(page, 'Mine.'), 'Edit')
    await expect(page.getByLabel('Edit comment')).toBeFocused()
    await page.keyboard.press('Escape')
    await verdictButton(page).click()
    await expect(verdictComment(page)).toBeFocused()
    await page.keyboard.press('Escape')
  })

  await test.step('the comment is sent when the connection returns', async () => {
    await page.context().setOffline(false)
    await expect(commentItem(page, 'Sentences neither change the view')).toBeVisible()
    const [thread] = (await threadsOf(agent, reviewId)).filter(each => each.kind === 'rectangle')
    expect(thread?.comment).toBe('Sentences neither change the view nor set a verdict.')
  })
})
