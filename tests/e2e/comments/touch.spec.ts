import { upload } from '../../support/reviews/uploads'
import { annotate } from '../../support/reviews/comments'
import { pendingItem, pressImage, spotField } from '../../support/browser/comment-forms'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { pngImage } from '../../support/media/samples'
import { verdictButton } from '../../support/browser/verdict-card'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

test('on a phone, the first card is shown whenever no comment is selected', async ({
  page,
  person,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await pngImage(600, 1200))
  for (const [index, body] of ['First', 'Second', 'Third'].entries())
    await annotate(person.call, artifactId, body, { geometry: { x: 0.5, y: 0.2 + index * 0.2 } })
  await open(`/reviews/${reviewId}`)
  const inView = (text: string) => expect(commentItem(page, text)).toBeInViewport({ ratio: 0.9 })

  await test.step('the button of the next comment goes from the shown comment to the second', async () => {
    await inView('First')
    await page.getByRole('button', { name: 'Next comment' }).tap()
    await inView('Second')
    await open(`/reviews/${reviewId}`)
  })

  await test.step('Undo shows the comment that was resolved without being selected', async () => {
    await inView('First')
    await commentItem(page, 'First').getByRole('button', { name: 'Resolve' }).tap()
    await expect(commentItem(page, 'First')).toHaveCount(0)
    await inView('Second')
    await page.getByRole('button', { name: 'Undo', exact: true }).tap()
    await inView('First')
  })

  await test.step('after pending comments are sent, the first comment is shown', async () => {
    await pressImage(page, 0.2, 0.9, 'tap')
    await spotField(page).fill('Fourth')
    await page.getByRole('button', { name: 'Add to review' }).tap()
    await expect(pendingItem(page, 'Fourth')).toBeInViewport({ ratio: 0.9 })
    await verdictButton(page).tap()
    await page.getByRole('radio', { name: 'Comment' }).check({ force: true })
    await page.getByRole('dialog').getByRole('button', { name: 'Comment', exact: true }).tap()
    await expect(page.getByText('1 comment sent')).toBeVisible()
    await inView('First')
  })
})
