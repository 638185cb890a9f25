import { readFile } from 'node:fs/promises'
import { upload } from '../../support/client'
import { expect, test } from '../../support/e2e'
import { sample } from '../../support/samples'
import { settled } from '../../support/settled'
import { uploadMarked } from '../../support/stage'
import { smallTargets } from '../../support/target-size'

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
      `/reviews/${reviewId}#${video.artifactId}`,
    ]) {
      await open(path)
      await settled(page)
      found[path] = await smallTargets(page)
    }
    await expect(page.locator('main video')).toBeVisible()
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map(path => [path, []])))
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
