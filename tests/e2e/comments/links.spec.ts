import type { Thread } from '#shared/contract/thread'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { choose, commentItem, commentList } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { annotate } from '../../support/reviews/comments'

test('a comment is opened by its URL, by a click on its text, and by links in other comments', async ({
  page,
  person,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const image = await pngImage(640, 400)
  const other = await newReview(agent, projectId, 'Another review')
  const { body: whole } = await agent<Thread>('POST', `/v1/reviews/${other}/threads`, {
    kind: 'review',
    body: 'Where is it?',
  })
  const first = await upload(agent, reviewId, image, { title: 'First' })
  const second = await upload(agent, reviewId, image, { title: 'Second' })
  await revise(agent, second.artifactId, await pngImage(640, 401))
  const there = await annotate(agent, second.artifactId, 'Over here', { geometry: { x: 0.2, y: 0.2 } })
  const older = there.url.replace('#', '?revision=1#')
  const as = await annotate(
    agent,
    first.artifactId,
    `As in ${there.url}, [before](${older}), [elsewhere](${whole.url}) and https://example.com`,
  )
  const own = await annotate(person.call, first.artifactId, 'Too wide.')
  const stage = (title: string) => page.getByRole('main', { name: `Stage: ${title}` })
  const chosen = (text: string) => commentItem(page, text).locator('button[aria-current=true]')

  await test.step('the URL of a comment opens its evidence and selects its mark', async () => {
    await open(new URL(there.url).pathname + new URL(there.url).hash)
    await expect(stage('Second')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Comment 1:/ })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(stage('First')).toBeVisible()
  })

  await test.step('a comment is opened by a click on its text and by a changed hash of the URL', async () => {
    await commentList(page).getByText('Too wide.', { exact: true }).click()
    await expect(chosen('Too wide.')).toBeVisible()
    await page.evaluate(id => {
      location.hash = id
    }, as.threadId)
    await expect(chosen('As in')).toBeVisible()
  })

  await test.step('a comment’s link and agent prompt are copied without the comment text', async () => {
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await choose(commentItem(page, 'Too wide.'), 'Copy link')
    await expect.poll(copied).toBe(own.url)
    await choose(commentItem(page, 'Too wide.'), 'Copy prompt for agent')
    await expect.poll(copied).toContain(own.threadId)
    expect(await copied()).not.toContain('Too wide')
    await expect(page.getByText('Prompt copied')).toBeVisible()
  })

  await test.step('links to reviews open in the same tab, and other links open in a new tab', async () => {
    const link = (name: string) => commentItem(page, 'As in').getByRole('link', { name })
    await expect(link('example.com')).toHaveAttribute('target', '_blank')
    for (const name of [there.url, 'before']) {
      await link(name).click()
      await expect(stage('Second')).toBeVisible()
      await page.goBack()
      await expect(stage('First')).toBeVisible()
    }
    // The link leads to a comment on another review, which has no evidence.
    await link('elsewhere').click()
    await expect(chosen('Where is it?')).toBeVisible()
    await page.goBack()
    await expect(stage('First')).toBeVisible()
    expect(page.context().pages()).toHaveLength(1)
  })
})

test('Back returns from a comparison, from evidence of a contact sheet, and from another review', async ({
  page,
  agent,
  projectId,
  reviewId,
  open,
}) => {
  const next = await newReview(agent, projectId, 'Another review')
  await upload(agent, next, await pngImage(640, 400))
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400), { title: 'Dashboard' })
  const thread = await annotate(agent, artifactId, 'First')
  await revise(agent, artifactId, await pngImage(640, 450))
  const other = await upload(agent, reviewId, await pngImage(640, 400), { title: 'Settings' })
  await revise(agent, other.artifactId, await pngImage(640, 450))
  const compareBar = page.getByRole('toolbar', { name: 'Compare' })
  const image = page.getByTestId('stage').locator('img')
  const stage = page.getByRole('main', { name: 'Stage: Dashboard' })
  const alone = new RegExp(`/reviews/${reviewId}#${artifactId}$`)

  await test.step('Back and Forward do not open a closed comparison again', async () => {
    await open('/')
    for (const key of ['Escape', 'ArrowDown']) {
      await page.getByRole('link', { name: /Totals wrap/ }).click()
      await expect(image).toBeVisible()
      await page.keyboard.press('w')
      await expect(page).toHaveURL(/compare=swipe/)
      if (key === 'ArrowDown') {
        const before = page.url()
        await page.keyboard.press(key)
        await expect(page).not.toHaveURL(before)
      }
      await page.keyboard.press('Escape')
      await expect(page).not.toHaveURL(/compare=/)
      await expect(compareBar).toBeHidden()
      await page.goBack()
      if (key === 'ArrowDown') await page.goBack()
      await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    }
    await page.goForward()
    await expect(image).toBeVisible()
    await expect(compareBar).toBeHidden()
    await expect(stage).toBeVisible()
  })

  await test.step('Back and Escape close a comparison, and Forward reopens it', async () => {
    await page.keyboard.press('w')
    await expect(page).toHaveURL(/compare=swipe/)
    await page.goBack()
    await expect(page).toHaveURL(alone)
    await expect(compareBar).toBeHidden()
    await page.goForward()
    await expect(compareBar).toBeVisible()
    // The shortcut of the comparison mode that is already open does nothing.
    await page.keyboard.press('w')
    await expect(compareBar).toBeVisible()
    // Closing the comparison by key goes one entry back in the history, as Back does.
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(alone)
  })

  await test.step('Back returns to the contact sheet that an image was opened from', async () => {
    await page.keyboard.press('b')
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Revisions' }).click()
    const sheet = page.getByRole('region', { name: 'Revisions of Dashboard' })
    await sheet.getByRole('button', { name: /^Open .*r1/ }).click()
    await expect(page).toHaveURL(/\?revision=1#/)
    await page.goBack()
    await expect(sheet).toBeVisible()
    // Opening a cell adds an entry to the history, even the cell of the evidence from which the sheet was
    // opened.
    await sheet.getByRole('button', { name: /^Open .*r2/ }).click()
    await expect(sheet).toBeHidden()
    await page.goBack()
    await expect(sheet).toBeVisible()
    await page.keyboard.press('s')
    await expect(compareBar).toBeVisible()
    await page.goBack()
    await expect(sheet).toBeVisible()
    await page.goForward()
    await expect(compareBar).toBeVisible()
    // Escape closes the comparison and the contact sheet below it, and goes back over both history entries.
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(alone)
    await expect(compareBar).toBeHidden()
    await expect(sheet).toBeHidden()
    const everything = page.getByRole('region', { name: 'All evidence' })
    await page.keyboard.press('b')
    await expect(everything).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(alone)
    await expect(everything).toBeHidden()
  })

  await test.step('Back returns from another review to the previous comment and comparison', async () => {
    await commentList(page).getByText('First', { exact: true }).click()
    await page.keyboard.press('w')
    await expect(page).toHaveURL(/compare=swipe/)
    const left = page.url()
    await page.keyboard.press('q')
    await expect(page.getByRole('heading', { name: 'Another review' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(left)
    await expect(stage).toBeVisible()
    await expect(commentItem(page, 'First').locator('button[aria-current=true]')).toBeVisible()
    expect(thread.threadId).toBe(new URL(left).hash.slice(1))
  })
})
