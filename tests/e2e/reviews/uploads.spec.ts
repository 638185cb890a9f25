import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ReviewPayload } from '#shared/contract/review'
import type { Call } from '../../support/server/client'
import { revise } from '../../support/reviews/uploads'
import { choose as chooseAction } from '../../support/browser/actions'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { dragFile, pasteFile, type BrowserFile } from '../../support/browser/file-drop'
import { findingsInThemes } from '../../support/browser/checks/findings-in-themes'
import { noise, picture, pngImage, sample } from '../../support/media/samples'

const file = (name: string, mimeType: string, buffer: Buffer): BrowserFile => ({ name, mimeType, buffer })
const read = async (call: Call, reviewId: string) =>
  (await call<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
const dialog = (page: Page) => page.getByRole('dialog')
const stage = (page: Page, title: string) => page.getByRole('main', { name: `Stage: ${title}` })

/** Chooses files with the file input of the dialog. */
const choose = (page: Page, files: BrowserFile[]) =>
  dialog(page).locator('input[type=file]').setInputFiles(files)

test('a person creates a review, and adds evidence by choosing, dropping and pasting files', async ({
  page,
  agent,
  projectId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  const uploadAll = page.getByRole('button', { name: /^Upload( \d files)?$/ })
  let reviewId = ''
  await open(`/projects/${projectId}`)

  await test.step('a person creates a review in the dashboard', async () => {
    await page.getByRole('button', { name: 'New review' }).click()
    await page.getByLabel('Title').fill('Empty state for reports')
    await page.getByLabel('Pull request').fill('#1266')
    expect(await findingsInThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Create review' }).click()
    await expect(page.getByRole('heading', { name: 'Empty state for reports' })).toBeVisible()
    await expect(page.getByText('Drop screenshots or videos here, or paste an image.')).toBeVisible()
    reviewId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  })

  await test.step('images and a video are uploaded, and unsupported files are rejected', async () => {
    await chooseAction(page, 'Empty state for reports', 'Add evidence')
    await expect(dialog(page).getByText('Choose files, drop them here or paste an image.')).toBeVisible()
    await choose(page, [
      file('settings-page_dark.png', 'image/png', await pngImage(640, 400)),
      file('photo.jpg', 'image/jpeg', await picture(300, 200).jpeg().toBuffer()),
      file('resize.webm', 'video/webm', await readFile(sample('live.webm'))),
      file('notes.txt', 'text/plain', Buffer.from('hello')),
    ])
    await expect(page.getByLabel('Title of settings-page_dark.png')).toHaveValue('Settings page dark')
    await expect(dialog(page).getByRole('alert')).toHaveText(
      /^“notes\.txt” is not an image or a video that can be shown\. Save it as PNG, /,
    )
    expect(await findingsInThemes(page)).toEqual([])
    // A click outside of the dialog does not close it, because it may be meant for another control. Escape
    // closes it, and the files are still there when it opens again.
    await page.mouse.click(5, 5)
    await expect(page.getByLabel('Title of photo.jpg')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await chooseAction(page, 'Empty state for reports', 'Add evidence')
    await page.getByLabel('Title of photo.jpg').fill('Photo of the screen')
    await page.getByRole('button', { name: 'Remove notes.txt' }).click()
    await page.getByRole('button', { name: 'Upload 3 files' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(stage(page, 'Settings page dark')).toBeVisible()

    const { artifacts } = await read(agent, reviewId)
    const facts = artifacts
      .map(each => [
        each.kind,
        each.title,
        each.status,
        each.currentRevision?.width,
        each.currentRevision?.height,
      ])
      .sort()
    expect(facts).toEqual([
      ['image', 'Photo of the screen', 'ready', 300, 200],
      ['image', 'Settings page dark', 'ready', 640, 400],
      ['video', 'Resize', 'ready', expect.any(Number), expect.any(Number)],
    ])
    const recording = artifacts.find(each => each.kind === 'video')?.currentRevision
    expect(recording?.durationMs).toBeGreaterThan(500)
    expect((await fetch(recording?.posterUrl ?? '')).headers.get('content-type')).toContain('image/')
    // The person's own upload is not announced as new evidence.
    await expect(page.getByText('New evidence', { exact: true })).toHaveCount(0)
  })

  await test.step('an image is added by dropping it on the page', async () => {
    const login = await dragFile(page, file('Login.png', 'image/png', await pngImage(320, 200)))
    await login.over('main')
    await expect(page.getByText('Drop to add evidence')).toBeVisible()
    await login.drop('main')
    await expect(page.getByText('Drop to add evidence')).toHaveCount(0)
    await uploadAll.click()
    await expect(stage(page, 'Login')).toBeVisible()
  })

  await test.step('an image dropped on a piece of evidence is uploaded as its new revision', async () => {
    const card = '[data-artifact]:has-text("Settings page dark")'
    const again = await dragFile(page, file('again.png', 'image/png', await pngImage(700, 400)))
    await again.over(card)
    await expect(page.getByText('Drop to add a revision of “Settings page dark”')).toBeVisible()
    await again.drop(card)
    await expect(
      dialog(page).getByRole('heading', { name: 'New revision of “Settings page dark”' }),
    ).toBeVisible()
    await uploadAll.click()
    await expect(page.getByRole('button', { name: 'r2 · latest' })).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('a new revision uploaded from the menu must be of the kind of its evidence', async () => {
    await page.getByRole('button', { name: 'Actions for Settings page dark' }).click()
    await page.getByRole('menuitem', { name: 'New revision' }).click()
    await choose(page, [file('live.webm', 'video/webm', await readFile(sample('live.webm')))])
    await expect(dialog(page).getByRole('alert')).toContainText(
      'A new revision of “Settings page dark” must be an image.',
    )
    await page.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog(page)).toHaveCount(0)
    const { artifacts } = await read(agent, reviewId)
    const revised = artifacts.find(each => each.title === 'Settings page dark')
    await revise(agent, revised?.id ?? '', await pngImage(641, 400))
    await expect(page.getByRole('button', { name: 'r3 · latest, new' })).toBeVisible()
  })

  await test.step('a file with the title of evidence is suggested as its next revision', async () => {
    await page.getByRole('button', { name: 'Add evidence' }).click()
    await choose(page, [
      file('settings-page_dark.png', 'image/png', await pngImage(642, 400)),
      file('Login.png', 'image/png', await pngImage(320, 201)),
    ])
    const settings = dialog(page).getByLabel('Add settings-page_dark.png as')
    await expect(settings).toHaveValue(/^art_/)
    await expect(settings.getByRole('option', { selected: true })).toHaveText(
      'Next revision of Settings page dark',
    )
    // Two files cannot become the next revision of the same piece of evidence.
    const login = dialog(page).getByLabel('Add Login.png as')
    await expect(login.getByRole('option', { name: 'Settings page dark' })).toHaveCount(0)
    await login.selectOption('New piece of evidence')
    await page.getByLabel('Title of Login.png').fill('Login, second try')
    await expect(page.getByLabel('Title of settings-page_dark.png')).toHaveCount(0)
    expect(await findingsInThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Upload 2 files' }).click()
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('an image is added by pasting it', async () => {
    await pasteFile(page.locator('body'), file('image.png', 'image/png', await pngImage(200, 100)))
    await expect(page.getByLabel('Title of image.png')).toHaveValue('Screenshot')
    await uploadAll.click()
    await expect(stage(page, 'Screenshot')).toBeVisible()
  })

  const { artifacts } = await read(agent, reviewId)
  expect(artifacts.map(each => `${each.title}: ${each.revisions.length}`).sort()).toEqual([
    'Login, second try: 1',
    'Login: 1',
    'Photo of the screen: 1',
    'Resize: 1',
    'Screenshot: 1',
    'Settings page dark: 4',
  ])
  expect(pageErrors).toEqual([])
})

test('a failed upload can be retried, and a cancelled or rejected upload leaves no evidence', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await open(`/reviews/${reviewId}`)
  const titles = async () => (await read(agent, reviewId)).artifacts.map(each => each.title)

  await test.step('a file that is not an image is rejected with the reason before it is sent', async () => {
    expect(await findingsInThemes(page)).toEqual([])
    await chooseAction(page, 'Totals wrap on narrow screens', 'Add evidence')
    await choose(page, [file('fake.png', 'image/png', Buffer.from('<script>alert(1)</script>'))])
    await expect(dialog(page).getByRole('alert')).toHaveText(
      /^“fake\.png” is not an image or a video that can be shown\. Save it as PNG, .*, and add it again\.$/,
    )
    await expect(page.getByRole('button', { name: 'Try again: fake.png' })).toHaveCount(0)
    // The row shows an icon instead of a broken image of the browser.
    await expect(dialog(page).getByRole('listitem').locator('img')).toHaveCount(0)
    await expect.poll(titles).toEqual([])
    await page.getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog(page)).toHaveCount(0)
  })

  await test.step('interrupted uploads can be retried, and running uploads can be cancelled', async () => {
    let broken = true
    const { promise: held, resolve: go } = Promise.withResolvers<null>()
    await page.route('**/v1/uploads/*', async route => {
      if (broken) return route.abort('connectionreset')
      await held
      return route.continue()
    })
    await chooseAction(page, 'Totals wrap on narrow screens', 'Add evidence')
    await choose(page, [
      file('one.png', 'image/png', await noise(400, 400).png().toBuffer()),
      file('two.png', 'image/png', await pngImage(640, 400)),
    ])
    await page.getByRole('button', { name: 'Upload 2 files' }).click()
    await expect(dialog(page).getByRole('alert').first()).toContainText(
      'The upload was interrupted. Nothing was stored. Try again.',
    )
    expect(await findingsInThemes(page)).toEqual([])
    broken = false
    await page.getByRole('button', { name: 'Try again: one.png' }).click()
    await page.getByRole('button', { name: 'Try again: two.png' }).click()
    await expect(page.getByRole('progressbar', { name: 'Upload of one.png' })).toBeVisible()
    expect(await findingsInThemes(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel upload of two.png' }).click()
    go(null)
    await expect(dialog(page)).toHaveCount(0)
    await expect(stage(page, 'One')).toBeVisible()
    expect(await titles()).toEqual(['One'])
  })
})
