import { findings } from '../../support/browser/checks/axe'
import { composer } from '../../support/browser/comment-forms'
import { commentItem, tick } from '../../support/browser/comments'
import { verdictCard } from '../../support/browser/verdict-card'
import { expect, test } from '../../support/browser/e2e'
import { pasteFile } from '../../support/browser/file-drop'
import { themes } from '../../support/browser/checks/themes'
import { pngImage } from '../../support/media/samples'
import { newImage } from '../../support/reviews/comment-images'
import { annotate, onWhole } from '../../support/reviews/comments'
import { joined } from '../../support/people/sign-up'
import { revise, upload } from '../../support/reviews/uploads'

for (const colorScheme of themes)
  test(`axe finds nothing in the conversation, its dialogs and the evidence list (${colorScheme})`, async ({
    page,
    server,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await joined(server, person, 'Mia Wong', 'member')
    const image = await pngImage(640, 400)
    const dashboard = await upload(agent, reviewId, image, { title: 'Dashboard' })
    const settings = await upload(agent, reviewId, image, { title: 'Settings' })
    await agent('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'Label the empty state' })
    await annotate(agent, dashboard.artifactId, 'The label is too wide')
    await revise(agent, settings.artifactId, image, { roundKey: 'after', roundSummary: 'After review' })
    const markdown =
      '**Label**:\n\n```ts\nconst total = 0\n```\n\n- one\n- two\n\n> as [noted](https://example.com)'
    await annotate(agent, settings.artifactId, markdown)
    const { id } = await newImage(server, person, reviewId, image, 'draft.png')
    await annotate(person.call, settings.artifactId, 'A label like this', { ...onWhole, imageIds: [id] })
    await person.call('POST', `/api/reviews/${reviewId}/pending-comments`, { kind: 'review', body: 'Later.' })
    await page.emulateMedia({ colorScheme })
    await open(`/reviews/${reviewId}`)
    const dialog = page.getByRole('dialog')

    await test.step('axe finds nothing in Markdown, groups, a search and pending comments', async () => {
      await page.keyboard.press('/')
      await page.getByRole('searchbox', { name: 'Search comments' }).fill('label')
      await expect(commentItem(page, 'as noted').locator('pre')).toBeVisible()
      await expect(page.getByRole('list', { name: 'Pending' })).toBeVisible()
      await pasteFile(composer(page), { name: 'header.png', mimeType: 'image/png', buffer: image })
      await expect(page.getByText('header.png attached')).toBeAttached()
      await composer(page).focus()
      await page.keyboard.type('@m')
      await expect(page.getByRole('option', { name: 'Mia Wong' })).toBeVisible()
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('Escape')
    })

    await test.step('axe finds nothing in the card of the verdict', async () => {
      await page.getByRole('button', { name: 'Submit review' }).click()
      await verdictCard(page).getByRole('radio', { name: 'Verify' }).check()
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('axe finds nothing in the viewer of a large image', async () => {
      await page.getByRole('button', { name: 'Open image draft.png' }).click()
      await expect(dialog.getByRole('img', { name: 'draft.png' })).toBeVisible()
      expect(await findings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })

    await test.step('axe finds nothing while comments are selected', async () => {
      await tick(page.locator('[data-thread]').first())
      await page.getByRole('button', { name: 'Select all' }).click()
      await expect(page.getByText('4 selected')).toBeVisible()
      expect(await findings(page)).toEqual([])
    })

    await test.step('axe finds nothing in the list of all evidence on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: 'All evidence' }).click()
      await expect(dialog.getByText('Settings')).toBeVisible()
      expect(await findings(page)).toEqual([])
    })
  })
