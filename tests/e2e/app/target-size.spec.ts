import { readFile } from 'node:fs/promises'
import { upload } from '../../support/server/client'
import { expect, test } from '../../support/browser/e2e'
import { sample } from '../../support/media/samples'
import { settled } from '../../support/browser/settled'
import { uploadMarked } from '../../support/browser/stage'
import { hitHeight, smallTargets } from '../../support/browser/target-size'

for (const [width, height] of [
  [1440, 900],
  [320, 640],
] as const)
  test(`every control is large enough to hit at ${width} × ${height}`, async ({
    page,
    person,
    agent,
    projectId,
    reviewId,
    open,
  }) => {
    await page.setViewportSize({ width, height })
    await uploadMarked(person, agent, reviewId)
    const video = await upload(agent, reviewId, await readFile(sample('live.webm')), {
      kind: 'video',
      mime: 'video/webm',
    })
    await agent('POST', `/v1/artifacts/${video.artifactId}/annotations`, {
      kind: 'timestamp',
      timestampMs: 900,
      body: 'It jumps.',
    })
    await open(`/reviews/${reviewId}`)
    await settled(page)
    await expect(page.getByRole('button', { name: /^Comment 1:/ })).toBeVisible()
    const found = { image: await smallTargets(page) } as Record<string, string[]>
    for (const path of [
      '/',
      '/notifications',
      '/settings/people',
      '/settings/tokens',
      '/settings/account',
      `/projects/${projectId}`,
      `/reviews/${reviewId}?compare=evidence`,
      `/reviews/${reviewId}#${video.artifactId}`,
    ]) {
      await open(path)
      await settled(page)
      found[path] = await smallTargets(page)
    }
    await expect(page.locator('main video')).toBeVisible()
    const marker = await page.getByRole('button', { name: /^Comment 2 at/ }).boundingBox()
    expect(Math.min(marker?.width ?? 0, marker?.height ?? 0)).toBeGreaterThanOrEqual(24)
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(path => [path, []])))
  })

test.describe('on a phone with a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('small controls can be hit well beside their text or icon', async ({
    page,
    person,
    agent,
    projectId,
    reviewId,
    open,
  }) => {
    const { artifactId, thread } = await uploadMarked(person, agent, reviewId)
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: '```\nnpm test\n```',
    })
    await upload(agent, reviewId, await readFile(sample('live.webm')), { kind: 'video', mime: 'video/webm' })
    await agent('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'How wide?' })
    const heights: Record<string, number> = {}
    const measure = async (role: 'button' | 'link', name: string | RegExp) => {
      const control = page.getByRole(role, { name }).first()
      await expect(control).toBeVisible()
      heights[String(name)] = await hitHeight(control)
    }
    await open(`/reviews/${reviewId}#${artifactId}`)
    await settled(page)
    for (const name of [/^This image \d/, /^All \d/, /^Open \d/, 'This image', 'Whole review', 'Copy code'])
      await measure('button', name)
    for (const name of ['Select comments', /^Search/]) await measure('button', name)
    await measure('link', /^Back/)
    await open(`/projects/${projectId}`)
    await measure('button', 'Copy project ID')
    await open('/notifications')
    await measure('link', 'Totals wrap on narrow screens')
    await open('/developers')
    await measure('button', /^Copy/)
    expect(Object.entries(heights).filter(([, height]) => height < 36)).toEqual([])
  })

  test('the main buttons of pages are as large as a fingertip', async ({
    page,
    person,
    agent,
    projectId,
    reviewId,
    open,
  }) => {
    const { thread } = await uploadMarked(person, agent, reviewId)
    await agent('POST', `/v1/threads/${thread.threadId}/replies`, { body: 'How wide?' })
    const heightOf = async (name: string) =>
      (await page.getByRole('button', { name, exact: true }).boundingBox())?.height ?? 0
    await open(`/projects/${projectId}`)
    expect(await heightOf('New review')).toBeGreaterThanOrEqual(44)
    await open('/notifications')
    expect(await heightOf('Mark all as read')).toBeGreaterThanOrEqual(44)
  })
})

test('a control of 16 pixels counts as too small beside another, and as large enough alone', async ({
  page,
}) => {
  const buttons = (gap: number) =>
    `<style>button { all: unset; position: absolute; top: 40px; width: 16px; height: 16px }</style>
     <button aria-label="one" style="left: 40px"></button>
     <button aria-label="other" style="left: ${56 + gap}px"></button>`
  await page.setContent(buttons(2))
  expect(await smallTargets(page)).toEqual(['BUTTON one: 16.0 × 16.0', 'BUTTON other: 16.0 × 16.0'])
  await page.setContent(buttons(9))
  expect(await smallTargets(page)).toEqual([])
})
