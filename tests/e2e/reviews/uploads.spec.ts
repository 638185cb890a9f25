import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { ReviewPayload } from '#shared/contract/review'
import { joined, revise, upload, type Call } from '../../support/server/client'
import { findings } from '../../support/browser/axe'
import { collectPageErrors, expect, test } from '../../support/browser/e2e'
import { noise, picture, pngImage, sample } from '../../support/media/samples'
import { themes } from '../../support/browser/themes'

const png = (width = 640, height = 400) => pngImage(width, height)
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
const read = async (call: Call, reviewId: string) =>
  (await call<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
const dialog = (page: Page) => page.getByRole('dialog')

/** Chooses files through the file dialog. */
const choose = (page: Page, files: ReturnType<typeof file>[]) =>
  dialog(page).locator('input[type=file]').setInputFiles(files)

/** Drags a file over an element and drops it. */
async function drop(
  page: Page,
  selector: string,
  { name, mimeType, buffer }: ReturnType<typeof file>,
  release = true,
) {
  const data = await page.evaluateHandle(
    ([base64, fileName, type]) => {
      const carried = new DataTransfer()
      carried.items.add(
        new File([Uint8Array.from(atob(base64 ?? ''), each => each.charCodeAt(0))], fileName ?? '', { type }),
      )
      return carried
    },
    [buffer.toString('base64'), name, mimeType] as const,
  )
  await page.dispatchEvent(selector, 'dragover', { dataTransfer: data })
  if (release) await page.dispatchEvent(selector, 'drop', { dataTransfer: data })
}

test('a person uploads images and a video with titles, and unsupported files are rejected', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const pageErrors = collectPageErrors(page)
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Add evidence' }).click()
  await expect(dialog(page).getByText('Choose files, drop them here or paste an image.')).toBeVisible()
  await choose(page, [
    file('settings-page_dark.png', 'image/png', await png()),
    file('photo.jpg', 'image/jpeg', await picture(300, 200).jpeg().toBuffer()),
    file('resize.webm', 'video/webm', await readFile(sample('live.webm'))),
    file('notes.txt', 'text/plain', Buffer.from('hello')),
  ])
  await expect(page.getByLabel('Title of settings-page_dark.png')).toHaveValue('Settings page dark')
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Unsupported file type. Use PNG, JPEG, WebP, GIF, MP4 or WebM.',
  )
  await page.getByLabel('Title of photo.jpg').fill('Photo of the screen')
  await page.getByRole('button', { name: 'Remove notes.txt' }).click()
  await page.getByRole('button', { name: 'Upload 3 files' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('main', { name: 'Stage: Settings page dark' })).toBeVisible()

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
  // The person's own upload is not announced.
  await expect(page.getByText('New evidence', { exact: true })).toHaveCount(0)
  expect(pageErrors).toEqual([])
})

test('an image is added by dropping it on the page, as a revision on a card, or by pasting', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  await open(`/reviews/${reviewId}`)
  await drop(page, 'main', file('Login.png', 'image/png', await png(320, 200)), false)
  await expect(page.getByText('Drop to add evidence')).toBeVisible()
  await drop(page, 'main', file('Login.png', 'image/png', await png(320, 200)))
  await expect(page.getByText('Drop to add evidence')).toHaveCount(0)
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('main', { name: 'Stage: Login' })).toBeVisible()

  const card = '[data-artifact] >> nth=0'
  await drop(page, card, file('again.png', 'image/png', await png(700, 400)), false)
  await expect(page.getByText('Drop to add a revision of “Dashboard”')).toBeVisible()
  await drop(page, card, file('again.png', 'image/png', await png(700, 400)))
  await expect(dialog(page).getByRole('heading', { name: 'New revision of “Dashboard”' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('button', { name: 'r2 · latest' })).toHaveAttribute('aria-pressed', 'true')

  await page.evaluate(
    async base64 => {
      const data = new DataTransfer()
      data.items.add(
        new File([Uint8Array.from(atob(base64), each => each.charCodeAt(0))], 'image.png', {
          type: 'image/png',
        }),
      )
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    },
    (await png(200, 100)).toString('base64'),
  )
  await expect(page.getByLabel('Title of image.png')).toHaveValue('Screenshot')
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('main', { name: 'Stage: Screenshot' })).toBeVisible()
  const { artifacts } = await read(agent, reviewId)
  expect(artifacts.map(each => [each.title, each.revisions.length])).toEqual([
    ['Dashboard', 2],
    ['Login', 1],
    ['Screenshot', 1],
  ])
})

test('the menu of evidence adds a revision, which must be of the same kind', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const done = await upload(agent, reviewId, await png(), { title: 'Dashboard' })
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Actions for Dashboard' }).click()
  await page.getByRole('menuitem', { name: 'New revision' }).click()
  await choose(page, [file('live.webm', 'video/webm', await readFile(sample('live.webm')))])
  await expect(dialog(page).getByRole('alert')).toContainText(
    'A new revision of “Dashboard” must be an image.',
  )
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog(page)).toHaveCount(0)
  await revise(agent, done.artifactId, await png(641, 400))
  await expect(page.getByRole('button', { name: 'New revision r2 · View' })).toBeVisible()
})

for (const colorScheme of themes) {
  test(`uploads show progress, can be retried, and leave nothing when cancelled (${colorScheme})`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await open(`/reviews/${reviewId}`)
    expect(await findings(page)).toEqual([])
    let broken = true
    let go = () => {}
    const held = new Promise<void>(resolve => {
      go = resolve
    })
    await page.route('**/v1/uploads/*', async route => {
      if (broken) return route.abort('connectionreset')
      await held
      return route.continue()
    })
    await page.getByRole('button', { name: 'Add evidence' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await findings(page)).toEqual([])
    await choose(page, [
      file('one.png', 'image/png', await noise(400, 400).png().toBuffer()),
      file('two.png', 'image/png', await png()),
    ])
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Upload 2 files' }).click()
    await expect(dialog(page).getByRole('alert').first()).toContainText(
      'The upload was interrupted. Nothing was stored. Try again.',
    )
    expect(await findings(page)).toEqual([])
    broken = false
    await page.getByRole('button', { name: 'Try again: one.png' }).click()
    await page.getByRole('button', { name: 'Try again: two.png' }).click()
    await expect(page.getByRole('progressbar', { name: 'Upload of one.png' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel upload of two.png' }).click()
    go()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('main', { name: 'Stage: One' })).toBeVisible()
    expect((await read(agent, reviewId)).artifacts.map(each => each.title)).toEqual(['One'])
  })
}

test('a file whose bytes do not match its type is rejected with the reason, and leaves nothing', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Add evidence' }).click()
  await choose(page, [file('fake.png', 'image/png', Buffer.from('<script>alert(1)</script>'))])
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    /^The bytes are .* not image\/png\. Choose another file\.$/,
  )
  await expect(page.getByRole('button', { name: 'Try again: fake.png' })).toHaveCount(0)
  await expect.poll(async () => (await read(agent, reviewId)).artifacts).toEqual([])
})

test('a reviewer cannot upload evidence, and a shared page accepts no files', async ({
  server,
  person,
  agent,
  reviewId,
  openAs,
}) => {
  await upload(agent, reviewId, await png())
  const reviewer = await joined(server, person, 'Reviewer', 'reviewer')
  const { body: link } = await agent<{ token: string }>('POST', `/v1/reviews/${reviewId}/share-links`)
  for (const path of [`/reviews/${reviewId}`, `/r/${link.token}`]) {
    const page = await openAs(reviewer, path)
    await expect(page.getByRole('main', { name: /^Stage/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add evidence' })).toHaveCount(0)
    await drop(page, 'main', file('a.png', 'image/png', await png()))
    await expect(dialog(page)).toHaveCount(0)
  }
})

test('a person creates a review in the dashboard', async ({ page, projectId, open }) => {
  await open(`/projects/${projectId}`)
  await page.getByRole('button', { name: 'New review' }).click()
  await page.getByLabel('Title').fill('Empty state for reports')
  await page.getByLabel('Pull request').fill('#1266')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Create review' }).click()
  await expect(page.getByRole('heading', { name: 'Empty state for reports' })).toBeVisible()
  await expect(page.getByText('Drop screenshots or videos here, or paste an image.')).toBeVisible()
})
