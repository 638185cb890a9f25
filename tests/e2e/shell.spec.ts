import type { Page } from '@playwright/test'
import type { Thread } from '#shared/contract/thread'
import { findings } from '../support/axe'
import { newReview, threadsOf, upload, type Call } from '../support/client'
import { complaintsOf, enter, expect, test } from '../support/e2e'
import { picture } from '../support/samples'

const png = () => picture(1280, 800).png().toBuffer()
const statusOf = async (agent: Call, reviewId: string) =>
  (await agent<{ review: { status: string } }>('GET', `/v1/reviews/${reviewId}`)).body.review.status
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search commands' })

test('the palette finds projects, reviews by title and settings, and goes there by keyboard', async ({
  page,
  server,
  agent,
  projectId,
  open,
}) => {
  const complaints = complaintsOf(page)
  const reviewId = await newReview(agent, projectId, 'Checkout totals')
  await newReview(agent, projectId, 'Dark header')
  await open('/')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await expect(page.getByRole('option', { name: 'Inbox G then I' })).toBeVisible()
  await page.keyboard.type('totals')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/reviews/${reviewId}`)
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('plan usage')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/settings/billing`)
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Search' }).click()
  await page.keyboard.type('Acme')
  await page.getByRole('option', { name: /^Acme web/ }).click()
  await expect(page).toHaveURL(`${server.url}/projects/${projectId}`)
  expect(complaints).toEqual([])
})

test('on a review the palette opens evidence, takes a tool, filters and decides; Escape gives the focus back', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png(), { title: 'First' })
  await upload(agent, reviewId, await png(), { title: 'Second, at the till' })
  await open(`/reviews/${reviewId}`)
  const run = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused()
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect(palette(page)).toHaveCount(0)
  }
  await run('till')
  await expect(page.getByRole('main', { name: 'Stage: Second' })).toBeVisible()
  await run('tool arrow')
  await expect(page.getByRole('button', { name: 'Arrow (A)' })).toHaveAttribute('aria-pressed', 'true')
  await run('resolved notes')
  await expect(page.getByRole('button', { name: 'Resolved 0' })).toHaveAttribute('aria-pressed', 'true')
  await run('write a note')
  await expect(page.getByLabel('Note on this picture')).toBeFocused()
  await run('verdict verified')
  await expect.poll(() => statusOf(agent, reviewId)).toBe('verified')
  await page.getByTestId('stage').focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
  await expect(palette(page)).toHaveAttribute(
    'aria-activedescendant',
    (await page.getByRole('option', { selected: true }).getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(page.getByTestId('stage')).toBeFocused()
})

test('the theme is chosen in the palette and in the menu, and stays', async ({ page, person, open }) => {
  expect(person.id).toBeTruthy()
  await page.emulateMedia({ colorScheme: 'light' })
  await open('/')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.reload()
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.getByRole('button', { name: 'Ann' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'System' }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('resolving, reopening and deciding can be taken back', async ({ page, agent, reviewId, open }) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  const note = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, {
    geometry: { x: 0.4, y: 0.4 },
    body: 'Look here.',
  })
  await agent('POST', `/v1/threads/${note.body.threadId}/address`)
  const noteStatus = async () => (await threadsOf(agent, reviewId))[0]?.status
  await open(`/reviews/${reviewId}`)
  await page.getByRole('button', { name: 'Addressed 1' }).click()
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(page.getByText('Note 1 resolved', { exact: true })).toBeVisible()
  await expect.poll(noteStatus).toBe('resolved')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(noteStatus).toBe('addressed')
  await expect(page.getByRole('button', { name: 'Addressed 1' })).toBeVisible()

  await page.getByTestId('stage').focus()
  await page.keyboard.press('y')
  await expect(page.getByText('Verdict: Verified', { exact: true })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByText('Previously: Verified')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => statusOf(agent, reviewId)).toBe('verified')
})

test('a note written while the server is away is kept, and goes out once when it is back', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.context().setOffline(true)
  await expect(page.getByText("Can't reach the server. Unsent text")).toBeVisible()
  await page.getByLabel('Note on this picture').fill('Written in a tunnel.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your text is kept. It is sent as soon as' }),
  ).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('listitem').filter({ hasText: 'Written in a tunnel.' })).toBeVisible()
  await expect(page.getByText("Can't reach the server. Unsent text")).toHaveCount(0)
  await expect(page.getByLabel('Note on this picture')).toHaveValue('')
  expect((await threadsOf(agent, reviewId)).map(each => each.comment)).toEqual(['Written in a tunnel.'])
})

test('a note that a moment without network stopped goes out by itself', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.route('**/annotations', route => route.abort(), { times: 2 })
  await page.getByLabel('Note on this picture').fill('Third time lucky.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Third time lucky.' })).toBeVisible()
  expect(await threadsOf(agent, reviewId)).toHaveLength(1)
})

test('a note whose answer was lost is not sent twice', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.route('**/annotations', async route => {
    await route.fetch()
    await page.context().setOffline(true)
    await route.abort('connectionreset')
  })
  await page.getByLabel('Note on this picture').fill('Once.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your text is kept.' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByLabel('Note on this picture')).toHaveValue('')
  await expect(page.getByRole('listitem').filter({ hasText: 'Once.' })).toHaveCount(1)
  expect(await threadsOf(agent, reviewId)).toHaveLength(1)
})

test('notes and replies that were not sent are there in a new tab', async ({
  page,
  context,
  server,
  agent,
  reviewId,
  open,
}) => {
  const { artifactId } = await upload(agent, reviewId, await png())
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { kind: 'artifact', body: 'Why?' })
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Note on this picture').fill('Half a thought')
  await page.getByRole('button', { name: 'Reply' }).click()
  await page.getByLabel('Reply').fill('Half an answer')
  await page.close()
  const next = await context.newPage()
  await next.goto(`${server.url}/reviews/${reviewId}`)
  await expect(next.getByLabel('Note on this picture')).toHaveValue('Half a thought')
  await expect(next.getByLabel('Reply')).toHaveValue('Half an answer')
})

test('who is signed out in the middle signs in on the spot and goes on with the same text', async ({
  page,
  server,
  agent,
  person,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Note on this picture').fill('Kept through it all.')
  // Signed out elsewhere: the cookie stays, the session is gone.
  await fetch(`${server.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { 'cookie': person.cookie, 'origin': server.url, 'content-type': 'application/json' },
    body: '{}',
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  expect(await findings(page)).toEqual([])
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Invalid email or password')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByLabel('Password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Note on this picture')).toHaveValue('Kept through it all.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Kept through it all.' })).toBeVisible()
})

test('whoever signs out leaves no unsent text behind', async ({ page, server, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Note on this picture').fill('Mine alone')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.url}/sign-in`)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('draft:'))),
  ).toEqual([])
})

test('a link followed while the server is away leaves the page as it is', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  await upload(agent, reviewId, await png())
  await open(`/reviews/${reviewId}`)
  await page.getByLabel('Note on this picture').fill('Still here')
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Back to the inbox' }).click()
  await expect(page.getByText("Can't reach the server. Unsent text")).toBeVisible()
  await expect(page.getByLabel('Note on this picture')).toHaveValue('Still here')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on the palette, the list of keys, a toast and the banner, ${colorScheme}`, async ({
    page,
    agent,
    reviewId,
    open,
  }) => {
    await page.emulateMedia({ colorScheme })
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await expect(page.getByTestId('stage')).toBeVisible()
    const found: Record<string, string[]> = {}
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option', { name: /Totals wrap/ })).toBeVisible()
    found.palette = await findings(page)
    await page.keyboard.type('xyzzy')
    await expect(page.getByText('No results for “xyzzy”.')).toBeVisible()
    found.nothing = await findings(page)
    await page.keyboard.press('Escape')
    await expect(palette(page)).toHaveCount(0)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    found.keys = await findings(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.keyboard.press('y')
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await page.context().setOffline(true)
    await expect(page.getByText("Can't reach the server. Unsent text")).toBeVisible()
    found.banner = await findings(page)
    expect(found).toEqual({ palette: [], nothing: [], keys: [], banner: [] })
  })
}

test.describe('on a small laptop', () => {
  test.use({ viewport: { width: 1024, height: 768 } })
  test('the palette ends on the screen, and a title has room', async ({ page, agent, reviewId, open }) => {
    for (const title of ['Dashboard', 'Settings', 'Reports', 'Checkout', 'Profile', 'Search'])
      await upload(agent, reviewId, await png(), { title })
    await open(`/reviews/${reviewId}`)
    expect(
      await page.getByRole('heading', { level: 1 }).evaluate(each => each.scrollWidth <= each.clientWidth),
    ).toBe(true)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.waitForTimeout(300)
    const box = await page.getByRole('dialog').boundingBox()
    expect(box && box.y + box.height).toBeLessThan(768)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })
  test('the palette and the banner fit, and toasts leave the composer free', async ({
    page,
    server,
    context,
    person,
    agent,
    reviewId,
    open,
  }) => {
    await enter(context, server, person)
    await upload(agent, reviewId, await png())
    await open(`/reviews/${reviewId}`)
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeVisible()
    const box = await page.getByRole('dialog').boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
    await page.keyboard.type('verdict verified')
    await page.keyboard.press('Enter')
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    expect((await undo.boundingBox())?.y).toBeLessThan(300)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test('among hundreds of notes and pictures, anchors, numbers and keys still lead to the right one', async ({
  page,
  agent,
  reviewId,
  open,
}) => {
  const data = await picture(64, 40).png().toBuffer()
  const artifacts: string[] = []
  for (let i = 1; i <= 70; i++)
    artifacts.push((await upload(agent, reviewId, data, { title: `Screen ${i}` })).artifactId)
  const notes: Thread[] = []
  for (let i = 0; i < 140; i++)
    notes.push(
      (
        await agent<Thread>('POST', `/v1/artifacts/${artifacts[i % 70]}/annotations`, {
          geometry: { x: 0.5, y: 0.5 },
          body: `Remark ${i + 1}`,
        })
      ).body,
    )
  await open(`/reviews/${reviewId}#${notes[119]?.threadId}`)
  const list = page.getByRole('list', { name: 'Notes' })
  await expect(list.getByText('Remark 120', { exact: true })).toBeInViewport()
  await expect(
    page.getByRole('navigation', { name: 'Evidence' }).getByText('Screen 50', { exact: true }),
  ).toBeInViewport()
  expect(await list.getByRole('listitem').count()).toBeLessThan(60)
  // The second note of the fiftieth picture, each two of which have a heading above them.
  await expect(page.locator(`#${notes[119]?.threadId}`)).toHaveAttribute('aria-posinset', '150')

  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.type('note 7')
  await page.getByRole('option', { name: 'Note 7 Remark 7', exact: true }).click()
  await expect(list.getByText('Remark 7', { exact: true })).toBeInViewport()
  await expect(page.getByRole('main', { name: 'Stage: Screen 7' })).toBeVisible()

  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowDown')
  await expect(
    page.getByRole('navigation', { name: 'Evidence' }).getByText('Screen 19', { exact: true }),
  ).toBeInViewport()

  await list.hover()
  for (let i = 0; i < 30; i++) await page.mouse.wheel(0, 1200)
  await expect(list.getByText('Remark 140', { exact: true })).toBeInViewport()
  expect(await findings(page)).toEqual([])
})
