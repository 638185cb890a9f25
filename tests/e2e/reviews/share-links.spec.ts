import { DAY } from '#shared/time'
import { runSql } from '../../support/data/database'
import { upload } from '../../support/reviews/uploads'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { visit } from '../../support/browser/visitor'
import { pngImage } from '../../support/media/samples'

interface ListedLink {
  name: string | null
  hasAddress: boolean
  createdAt: string
  expiresAt: string | null
}

test.describe('share links work in another time zone', () => {
  test.use({ timezoneId: 'Asia/Tokyo', locale: 'en-GB' })

  test('share links are created, copied at once or later, changed and revoked', async ({
    browser,
    page,
    server,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    const links = async () =>
      (await person.call<{ shareLinks: ListedLink[] }>('GET', `/api/reviews/${reviewId}/share-links`)).body
        .shareLinks
    await upload(agent, reviewId, await pngImage(1280, 800))
    await open(`/reviews/${reviewId}`)
    const openDialog = () => page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this review' })
    const create = dialog.getByRole('button', { name: 'Create link and copy' })
    const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })

    await test.step('opening the share dialog creates no link, and a failed attempt shows why', async () => {
      await openDialog()
      await expect(dialog).toContainText('Anyone with the link can view this review without an account.')
      await expect(dialog.getByText('So far, only people in this workspace can see it.')).toBeVisible()
      await expect(create).toBeFocused()
      await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeHidden()
      await page.context().setOffline(true)
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('alert')).toContainText("No link was created. Can't reach the server.")
      await page.context().setOffline(false)
      expect(await links()).toEqual([])
    })

    await test.step('one press creates a share link with the defaults and copies it', async () => {
      await create.press('Enter')
      const copy = row('Never expires').getByRole('button', { name: 'Copy the link created by Ann' })
      await expect(copy).toBeFocused()
      await expect(copy).toHaveText('Copied')
      const defaults = { name: null, expiresAt: null, allowComments: false, hasPassword: false }
      const [link] = await links()
      expect(link).toMatchObject({ ...defaults, hasAddress: true, allowDownload: false })
      expect(await clipboard()).toMatch(/\/r\/[\w-]{20,}$/)
      await expect(dialog.getByText(await clipboard())).toBeVisible()
      await page.keyboard.press('Escape')
      await openDialog()
      await expect(copy).toBeFocused()
      await expect(copy).toHaveText('Copy link')
      await expect(create).toBeHidden()
      await dialog.getByText('Create another link').click()
      await dialog.getByLabel('Visitors need a password').check()
      await dialog.getByText('Create another link').click()
      expect(await links()).toHaveLength(1)
    })

    const named = dialog.getByRole('button', { name: 'Copy the link “Design team”' })
    let url = ''
    await test.step('a new share link with a name and an expiry is copied, also a second time', async () => {
      await dialog.getByText('Create another link').click()
      await dialog.getByLabel('Visitors need a password').uncheck()
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Design team')
      await dialog.getByLabel('Expires').selectOption('In 7 days')
      await expect(dialog.getByLabel('Expires')).toHaveAccessibleDescription(/, \d\d:\d\d/)
      await create.click()
      await expect(named).toBeFocused()
      await expect(row('Design team').getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
      url = await clipboard()
      expect(url).toMatch(/\/r\/[\w-]{20,}$/)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await page.evaluate(() => navigator.clipboard.writeText(''))
      await openDialog()
      await expect(dialog.getByText('/r/')).toHaveCount(0)
      await named.click()
      await expect.poll(clipboard).toBe(url)
      await expect(row('Design team').getByText(url)).toBeVisible()
      const link = (await links()).find(each => each.name === 'Design team')
      const expiresAt = Date.parse(link?.expiresAt ?? '')
      expect(expiresAt - Date.parse(link?.createdAt ?? '')).toBe(7 * DAY)
      const inTokyo = new Date(expiresAt + 9 * 3_600_000).toISOString()
      await expect(row('Design team')).toContainText(`, ${inTokyo.slice(11, 16)}`)
    })

    const client = row('Client')
    const edit = client.getByRole('button', { name: 'Edit the link “Client”' })
    await test.step('a share link lists what visitors may do, which can be changed later', async () => {
      await dialog.getByText('Create another link').click()
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Client')
      await dialog.getByLabel('Visitors can comment as guests').check()
      await dialog.getByLabel('Visitors need a password').check()
      await dialog.getByLabel('Password', { exact: true }).fill('open sesame')
      await create.click()
      await expect(client).toContainText('Password · Comments')
      await page.setViewportSize({ width: 390, height: 844 })
      const allowed = client.getByText('Never expires · Password · Comments')
      expect(await allowed.evaluate(each => each.scrollWidth - each.clientWidth)).toBe(0)
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(dialog.getByLabel('Visitors can comment as guests')).not.toBeChecked()

      await edit.click()
      await expect(client.getByLabel('Visitors can comment as guests')).toBeChecked()
      await expect(client.getByLabel('Password', { exact: true })).toHaveAttribute('placeholder', 'Unchanged')
      await row('Design team').getByRole('button', { name: 'Revoke the link “Design team”' }).click()
      await expect(dialog.getByRole('button', { name: 'Revoke link' })).toBeVisible()
      await dialog.getByText('Create another link').click()
      expect(await findingsInThemes(page)).toEqual([])
      await dialog.getByText('Create another link').click()
      await client.getByLabel('Visitors can comment as guests').uncheck()
      await client.getByLabel('Visitors can download originals').check()
      await client.getByRole('button', { name: 'Save' }).click()
      await expect(client).toContainText('Password · Downloads')
      await edit.click()
      await client.getByLabel('Visitors need a password').uncheck()
      await client.getByRole('button', { name: 'Save' }).click()
      await expect(client).not.toContainText('Password')
      await expect(client).toContainText('Downloads')
      expect((await links()).find(each => each.name === 'Client')).toMatchObject({
        hasPassword: false,
        allowComments: false,
        allowDownload: true,
      })
    })

    await test.step('the name and the end of a share link can be changed', async () => {
      await edit.click()
      await client.getByRole('textbox', { name: 'Name' }).fill('Client, Berlin')
      await client.getByLabel('Expires').selectOption('In 30 days')
      await client.getByRole('button', { name: 'Save' }).click()
      const renamed = row('Client, Berlin')
      await expect(renamed).toContainText('Expires ')
      await renamed.getByRole('button', { name: 'Edit the link “Client, Berlin”' }).click()
      const end = client.getByLabel('Expires')
      await expect(end.getByRole('option', { selected: true })).toHaveText('As before')
      await client.getByRole('textbox', { name: 'Name' }).fill('Client')
      await client.getByRole('button', { name: 'Save' }).click()
      await expect(edit).toBeVisible()
      const link = (await links()).find(each => each.name === 'Client')
      expect(Date.parse(link?.expiresAt ?? '') - Date.now()).toBeGreaterThan(29 * DAY)
    })

    await test.step('a revoked share link stops working for visitors and is listed as inactive', async () => {
      await row('Design team').getByRole('button', { name: 'Cancel' }).click()
      const visitor = await visit(browser, url)
      await expect(visitor.getByRole('heading', { name: 'Totals wrap on narrow screens' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Revoke the link “Design team”' }).click()
      await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await dialog.getByRole('button', { name: 'Revoke link' }).click()
      await expect(dialog.getByText('Inactive links 1')).toBeVisible()
      const ended = visitor.getByRole('heading', { name: 'This link no longer works' })
      await expect(ended).toBeFocused()
      await expect(ended).toHaveCSS('outline-style', 'none')
      await visitor.context().close()
    })

    await test.step('a share link created before URLs were stored says it cannot be copied', async () => {
      await page.keyboard.press('Escape')
      await runSql(server, 'update share_link set sealed_token = null where name = ? and review_id = ?', [
        'Client',
        reviewId,
      ])
      await openDialog()
      await expect(client.getByText("It can't be copied again. Create a new link to share.")).toBeVisible()
      await expect(client.getByRole('button', { name: /^Copy/ })).toHaveCount(0)
    })
  })
})

test.describe('share links work on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('on a phone, a share link that cannot be copied is selected, or shared with other apps', async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    // A headless browser cannot share with other apps, so the test replaces its `share` function.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined })
      Object.assign(navigator, {
        share: async ({ url }: ShareData) => {
          document.title = `shared ${url}`
          throw new DOMException('closed', 'AbortError')
        },
      })
    })
    const pageErrors = collectPageErrors(page)
    await upload(agent, reviewId, await pngImage(1280, 800))
    await open(`/reviews/${reviewId}`)
    await page.getByRole('button', { name: 'Expand conversation' }).tap()
    await page.getByRole('button', { name: 'Share', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'Share this review' })
    await dialog.getByText('Link options').tap()
    await dialog.getByLabel('Visitors need a password').check()
    const password = dialog.getByRole('textbox', { name: 'Password' })
    await expect(password).toBeFocused()
    await dialog.getByText('Link options').tap()
    await dialog.getByRole('button', { name: 'Create link and copy' }).tap()
    await expect(password).toBeFocused()
    // The page itself shows the message, instead of a bubble of the browser.
    await expect(dialog.getByRole('alert')).toHaveText('Enter a password.')
    await expect(password).toHaveAccessibleDescription('Enter a password.')
    await password.fill('short')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toHaveText(/^Enter at least \d+ characters\.$/)
    await password.fill('open sesame')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Copy the selected text')).toBeVisible()
    const url = (await dialog.getByLabel('Address of the link created by Ann').textContent())?.trim()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(url)

    await dialog.getByRole('button', { name: /^Share the link/ }).tap()
    await expect(page).toHaveTitle(`shared ${url}`)
    expect(pageErrors).toEqual([])
  })
})
