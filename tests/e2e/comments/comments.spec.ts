import type { Locator } from '@playwright/test'
import { findings } from '../../support/browser/axe'
import { upload, threadsOf } from '../../support/server/client'
import { commentItem, press } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'

const png = (width = 1280, height = 800) => pngImage(width, height)

test('a person comments on an image and on the review, replies, resolves, reopens and decides', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Comment on this image').fill('The whole picture.')
  await page.getByRole('button', { name: 'Send' }).click()
  // A sent comment closes the form: its buttons move.
  await expect(page.getByRole('button', { name: 'Send' })).toBeHidden()
  await page.getByRole('button', { name: 'Whole review' }).click()
  await page.getByLabel('Comment on the whole review').fill('All of it.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('All of it.')).toBeVisible()
  const [first, second] = await threadsOf(agent, reviewId)
  expect([first?.kind, first?.artifactId, second?.kind, second?.artifactId]).toEqual([
    'artifact',
    done.artifactId,
    'review',
    null,
  ])

  const thread = page.getByRole('listitem').filter({ hasText: 'The whole picture.' })
  await press(thread, 'Reply')
  await thread.getByRole('textbox', { name: 'Reply' }).fill('And more.')
  await thread.getByRole('button', { name: 'Send reply' }).click()
  await expect(thread.getByText('And more.')).toBeVisible()

  await agent('POST', `/v1/threads/${first?.threadId}/address`, { body: 'Done in the next revision.' })
  await page.reload()
  await page.waitForSelector('html[data-hydrated]')
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  await expect(page.getByText('Done in the next revision.')).toBeVisible()
  await press(thread, 'Resolve')
  await page.getByRole('button', { name: 'Resolved 1' }).click()
  await press(thread, 'Reopen')
  await expect(page.getByRole('button', { name: 'Open 2' })).toBeVisible()

  await page.getByRole('button', { name: 'Verified' }).click()
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Verified' })).toHaveAttribute('aria-pressed', 'true')
  expect(
    (await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.status,
  ).toBe('verified')
})

test('comment text is shown as text, without markup and with safe links only', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    kind: 'artifact',
    body: '<img src=x onerror="document.title=\'owned\'"> javascript:alert(1) https://example.com/ok',
  })
  await open(`/reviews/${reviewId}`)
  await expect(page.getByText('<img src=x')).toBeVisible()
  await expect(page.locator('aside a')).toHaveCount(1)
  expect(await page.title()).not.toBe('owned')
})

test('Markdown in a comment is rendered, with links that are safe and code that can be copied', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const done = await upload(agent, reviewId, await png())
  const code = `const total = ${'items.length + '.repeat(12)}0`
  await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    kind: 'artifact',
    body: [
      'The **total** is *wrong*:',
      `\`\`\`ts\n${code}\n\`\`\``,
      '- one\n- two',
      '> as noted',
      '[docs](https://example.com/docs) [no](javascript:alert(1)) ![shot](https://example.com/x.png)',
      '<b onclick="alert(1)">bold</b>',
    ].join('\n\n'),
  })
  await open(`/reviews/${reviewId}`)
  const comment = commentItem(page, 'as noted')
  await expect(comment.locator('strong')).toHaveText('total')
  await expect(comment.locator('em')).toHaveText('wrong')
  await expect(comment.locator('ul > li')).toHaveText(['one', 'two'])
  await expect(comment.locator('blockquote')).toHaveText('as noted')
  await expect(comment.locator('img, b')).toHaveCount(0)
  await expect(comment.locator('a')).toHaveText(['docs', 'shot'])
  await expect(comment.getByText('[no](javascript:alert(1))')).toBeVisible()
  await expect(comment.getByRole('link', { name: 'docs' })).toHaveAttribute('rel', 'noopener nofollow ugc')
  const block = comment.locator('pre')
  expect(await block.evaluate(pre => pre.scrollWidth > pre.clientWidth)).toBe(true)
  await block.hover()
  await comment.getByRole('button', { name: 'Copy code' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  expect(await findings(page)).toEqual([])
  expect((await threadsOf(agent, reviewId))[0]?.comment).toContain('The **total** is')
})

test('what people write takes its direction from its text', async ({ page, agent, reviewId, open }) => {
  const done = await upload(agent, reviewId, await png(), { title: 'صفحة الدفع' })
  await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    kind: 'artifact',
    body: 'هذا واسع جدا.',
  })
  await agent('POST', `/v1/artifacts/${done.artifactId}/annotations`, {
    kind: 'artifact',
    body: '**مهم**: هذا واسع جدا.',
  })
  await open(`/reviews/${reviewId}`)
  const isRightToLeft = (element: Locator) => element.evaluate(each => each.matches(':dir(rtl)'))
  expect(await isRightToLeft(commentItem(page, 'هذا واسع جدا.').first().locator('p'))).toBe(true)
  expect(await isRightToLeft(commentItem(page, 'مهم').locator('p'))).toBe(true)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  expect(await isRightToLeft(film.getByText('صفحة الدفع'))).toBe(true)
  // A name is aligned with the names beside it.
  await expect(film.getByText('صفحة الدفع')).toHaveCSS('text-align', 'left')
  const field = page.getByLabel('Comment on this image')
  await field.fill('نعم')
  expect(await isRightToLeft(field)).toBe(true)
  await field.fill('yes')
  expect(await isRightToLeft(field)).toBe(false)
})

test('an image that is pasted while writing does not cover the text', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  const paste = () =>
    page.evaluate(() => {
      const data = new DataTransfer()
      data.items.add(new File(['x'], 'shot.png', { type: 'image/png' }))
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
  await page.getByLabel('Comment on this image').fill('See')
  await paste()
  await page.getByLabel('Comment on this image').blur()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await paste()
  await expect(page.getByRole('dialog', { name: 'Add evidence' })).toBeVisible()
})
