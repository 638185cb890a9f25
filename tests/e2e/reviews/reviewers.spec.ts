import type { ReviewPayload } from '#shared/contract/review'
import { joined } from '../../support/people/sign-up'
import { upload } from '../../support/reviews/uploads'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { sendInCard, verdictButton, verdictCard, verdictComment } from '../../support/browser/verdict-card'

test('people are asked for verdicts and give them; the review shows when all verdicts are given', async ({
  page,
  server,
  person,
  agent,
  projectId,
  reviewId,
  open,
  openAs,
}) => {
  const bo = await joined(server, person, 'Bo', 'reviewer')
  const cy = await joined(server, person, 'Cy', 'reviewer')
  await person.call('PATCH', `/api/projects/${projectId}`, { needsAllReviewers: true })
  await upload(agent, reviewId, await pngImage(640, 400))
  const review = async () => (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body.review
  const decide = (by: typeof bo, status: string) =>
    by.call('POST', `/api/reviews/${reviewId}/status`, { status })
  const reviewers = page.getByRole('list', { name: 'Reviewers' })
  const picker = page.getByRole('combobox', { name: 'Ask for a verdict' })
  // The comment has more lines of Markdown than the page shows at first.
  const points = ['**One** wraps, @Ann', 'Two', 'Three', 'Four', 'Five', '<b>Six</b>', 'Seven']
  const comment = points.map(each => `- ${each}`).join('\n')

  await test.step('a person requests a verdict by keyboard, and gives their own verdict', async () => {
    await open(`/reviews/${reviewId}`)
    await verdictButton(page).click()
    await picker.press('ArrowDown')
    const options = page.getByRole('listbox', { name: 'Ask for a verdict' }).getByRole('option')
    await expect(options).toHaveText(['Ann', 'Bo', 'Cy'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    // Only Enter has asked a person for a verdict. The arrow keys have asked no one.
    await expect(reviewers).toHaveText(/^B\s*Bo\s*Asked$/)
    await expect(picker).toBeFocused()
    await expect(page.getByText('Bo is asked for a verdict')).toBeAttached()
    await sendInCard(page, 'Verify')
    await expect(page.getByText('Your verdict: Verified')).toBeVisible()
    expect((await review()).status).toBe('open')
  })

  const his = await openAs(bo, '/')
  const row = his.getByRole('link', { name: /Totals wrap/ })
  const asked = his.getByRole('button', { name: 'Review. Verdict: In review: you are asked for a verdict' })
  await test.step('the inbox and the review show a person that their verdict is requested', async () => {
    await expect(row).toContainText('Ann asks')
    await row.click()
    await expect(asked).toBeVisible()
    await his.setViewportSize({ width: 390, height: 844 })
    await his.getByRole('button', { name: 'Expand conversation' }).click()
    await expect(asked).toBeVisible()
    await his.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('after the person gives a verdict with a comment, the request disappears', async () => {
    await asked.click()
    await expect(his.getByRole('combobox', { name: 'Ask for a verdict' })).toHaveCount(0)
    await verdictComment(his).fill(comment)
    await sendInCard(his, 'Request changes')
    await expect(his.getByText('Verdict: Changes requested', { exact: true })).toBeVisible()
    // The card closes after the verdict, so that keys are not typed into its field.
    await expect(verdictComment(his)).toHaveCount(0)
    await expect(verdictButton(his)).toBeFocused()
    await verdictButton(his).click()
    await expect(verdictComment(his)).toHaveValue('')
    expect(await review()).toMatchObject({ status: 'changes_requested', decisionComment: comment })
    await his.getByRole('link', { name: 'Back to the inbox' }).click()
    await expect(row).toContainText('Acme web')
    await expect(row).not.toContainText('Asked')
  })

  await test.step('a long verdict comment is shown as Markdown and is cut off until expanded', async () => {
    await verdictButton(page).click()
    await expect(reviewers).toContainText('One wraps')
    await expect(verdictCard(page).locator('strong', { hasText: 'One' })).toBeVisible()
    await expect(verdictCard(page).getByText('@Ann')).toHaveClass(/text-accent/)
    await expect(verdictCard(page).getByText('<b>Six</b>')).toHaveCount(1)
    const last = verdictCard(page).getByText('Seven')
    await expect(last).not.toBeInViewport()
    await verdictCard(page).getByRole('button', { name: 'Show more' }).click()
    await expect(last).toBeInViewport()
    await expect(verdictCard(page).getByRole('button', { name: 'Show less' })).toBeVisible()
  })

  await test.step('in a low window, the card of the reviewers scrolls to its last button', async () => {
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 844, height: 390 })
    await verdictButton(page).click()
    await verdictCard(page).getByRole('button', { name: 'Show more' }).click()
    await expect
      .poll(async () => {
        const box = await verdictCard(page).boundingBox()
        return (box?.y ?? 0) + (box?.height ?? 0)
      })
      .toBeLessThanOrEqual(390)
    await verdictCard(page).getByRole('radio', { name: 'Verify' }).check()
    await verdictCard(page).evaluate(card => card.scrollTo(0, 0))
    const verify = verdictCard(page).locator('[type=submit]')
    await expect(verify).not.toBeInViewport({ ratio: 1 })
    await verdictCard(page).hover()
    await page.mouse.wheel(0, 2000)
    await expect(verify).toBeInViewport({ ratio: 1 })
    await verify.click({ trial: true })
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('withdrawing a request focuses the field that requests another verdict', async () => {
    await page.getByRole('button', { name: 'Withdraw request to Bo' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Withdraw request to Bo' })).toHaveCount(0)
    await expect(picker).toBeFocused()
    await expect(page.getByText('Bo is not asked any more')).toBeAttached()
  })

  await test.step('a notice says that everyone asked has verified, until it is verified', async () => {
    await decide(person, 'open')
    await person.call('PUT', `/api/reviews/${reviewId}/reviewers`, { userIds: [bo.id, cy.id] })
    await decide(bo, 'verified')
    const notice = verdictCard(page).getByRole('status')
    await expect(reviewers).toHaveText(/Bo\s*Verified.*Cy\s*Asked/)
    await expect(notice).toHaveCount(0)
    await page.getByRole('button', { name: 'Withdraw request to Cy' }).click()
    await expect(notice).toBeVisible()
    await expect(verdictButton(page)).toHaveAccessibleName(/Everyone asked has verified\.$/)
    expect((await review()).status).toBe('open')
    await sendInCard(page, 'Verify')
    await expect(page.getByText('Verdict: Verified', { exact: true })).toBeVisible()
    await expect(notice).toHaveCount(0)
    expect(await review()).toMatchObject({ status: 'verified', decidedBy: 'Ann' })
  })

  await test.step('a person who is mentioned in the comment of a verdict is notified', async () => {
    await page.getByRole('link', { name: /^Notifications/ }).click()
    await expect(page.getByText('Bo mentioned you')).toBeVisible()
    await expect(page.getByText('One wraps, @Ann', { exact: false })).toBeVisible()
  })
})
