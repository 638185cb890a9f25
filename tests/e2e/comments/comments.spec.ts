import type { Locator } from '@playwright/test'
import { limits } from '#shared/contract/kit/limits'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { composer } from '../../support/browser/comment-forms'
import { commentItem, press, listStatus } from '../../support/browser/comments'
import { sendInCard, verdictButton } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { annotate, onWhole } from '../../support/reviews/comments'

test('a person comments, replies, resolves and reopens a comment, and gives a verdict', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await pngImage(640, 400))
  await open(`/reviews/${reviewId}`)
  const send = page.getByRole('button', { name: 'Send' })
  await test.step('a comment that is too long stays in the field, and the excess is counted', async () => {
    await composer(page).fill('x'.repeat(limits.commentBody + 1234))
    await expect(page.getByText('1,234 characters over the limit of 10,000')).toBeVisible()
    await expect(send).toBeDisabled()
    expect((await composer(page).inputValue()).length).toBe(limits.commentBody + 1234)
  })
  await composer(page).fill('The whole picture.')
  await send.click()
  // Waits until the form has closed after the comment was sent, because this moves its buttons.
  await expect(send).toBeHidden()
  await expect(composer(page)).toHaveValue('')
  await page.getByRole('button', { name: 'This image: change to Whole review' }).click()
  await page.getByLabel('Comment on the whole review').fill('All of it.')
  await send.click()
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
  await listStatus(page, 'To check 1')
  await expect(page.getByText('Done in the next revision.')).toBeVisible()
  await press(thread, 'Resolve')
  await listStatus(page, 'Resolved 1')
  await press(thread, 'Reopen')
  await listStatus(page, 'Open 2')

  await verdictButton(page).click()
  await sendInCard(page, 'Verify')
  await expect(verdictButton(page)).toHaveAccessibleName(/^Review\. Verdict: Verified/)
  expect(
    (await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.status,
  ).toBe('verified')
})

test('comments are shown as plain text or safe Markdown, in the direction of their script', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400), { title: 'صفحة الدفع' })
  const code = `const total = ${'items.length + '.repeat(12)}0`
  const markdown = [
    'The **total** is *wrong*:',
    `\`\`\`ts\n${code}\n\`\`\``,
    '- one\n- two',
    '> as noted',
    '[docs](https://example.com/docs) [no](javascript:alert(1)) ![shot](https://example.com/x.png)',
    '<b onclick="alert(1)">bold</b>',
  ].join('\n\n')
  const markup = '<img src=x onerror="document.title=\'owned\'"> javascript:alert(1) https://example.com/ok'
  for (const body of [markup, markdown, 'هذا واسع جدا.', '**مهم**: واسع.'])
    await annotate(agent, artifactId, body, onWhole)
  await open(`/reviews/${reviewId}`)

  await test.step('HTML in a comment is shown as text, and only safe URLs become links', async () => {
    const comment = commentItem(page, '<img src=x')
    await expect(comment.getByText('<img src=x')).toBeVisible()
    await expect(comment.locator('a')).toHaveText(['https://example.com/ok'])
    expect(await page.title()).not.toBe('owned')
  })

  await test.step('Markdown is rendered, with links that are safe and code that can be copied', async () => {
    const comment = commentItem(page, 'as noted')
    await expect(comment.locator('strong')).toHaveText('total')
    const textsOf = ['em', 'ul > li', 'blockquote', 'a', 'img, b']
    expect(
      await comment.evaluate(
        (item, selectors) =>
          selectors.map(each => [...item.querySelectorAll(each)].map(one => one.textContent.trim())),
        textsOf,
      ),
    ).toEqual([['wrong'], ['one', 'two'], ['as noted'], ['docs', 'shot'], []])
    await expect(comment.getByText('[no](javascript:alert(1))')).toBeVisible()
    await expect(comment.getByRole('link', { name: 'docs' })).toHaveAttribute('rel', 'noopener nofollow ugc')
    const block = comment.locator('pre')
    expect(await block.evaluate(pre => pre.scrollWidth > pre.clientWidth)).toBe(true)
    await block.hover()
    await comment.getByRole('button', { name: 'Copy code' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    expect((await threadsOf(agent, reviewId))[1]?.comment).toContain('The **total** is')
  })

  await test.step('each text is shown in the direction of its script, even while it is written', async () => {
    const isRightToLeft = (element: Locator) => element.evaluate(each => each.matches(':dir(rtl)'))
    expect(await isRightToLeft(commentItem(page, 'هذا واسع جدا.').locator('p'))).toBe(true)
    expect(await isRightToLeft(commentItem(page, 'مهم').locator('p'))).toBe(true)
    const title = page.getByRole('navigation', { name: 'Evidence' }).getByText('صفحة الدفع')
    expect(await isRightToLeft(title)).toBe(true)
    // In the list, a right-to-left title is aligned to the left, like the other titles.
    await expect(title).toHaveCSS('text-align', 'left')
    await composer(page).fill('نعم')
    expect(await isRightToLeft(composer(page))).toBe(true)
    await composer(page).fill('yes')
    expect(await isRightToLeft(composer(page))).toBe(false)
  })
})
