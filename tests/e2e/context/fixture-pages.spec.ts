import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { RevisionContext } from '#shared/contract/context'
import { relativeSources } from '../../../cli/capture/source-paths'
import { spotField } from '../../support/browser/comment-forms'
import { commentItem } from '../../support/browser/comments'
import { expect, test } from '../../support/browser/e2e'
import { fixtureMarks, type FixtureMark } from '../../support/browser/fixture-marks'
import { fixturePages, servePages } from '../../support/browser/fixture-pages'
import { drag, stagePoints } from '../../support/browser/stage'
import { root } from '../../support/paths'
import { threadsOf } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'

/** The size of the captured pictures, in CSS pixels. */
const size = { width: 1000, height: 800 }
/** The distance in pixels between an element and the rectangle that a person draws around it. */
const AROUND = 3

interface Mark extends FixtureMark {
  text: string
  /** The box of the element in fractions of the picture, as the browser reports it. */
  box: { x: number; y: number; width: number; height: number }
}

test('a mark on pages of several frameworks states the marked element first, with its source line', async ({
  page,
  browser,
  server,
  agent,
  reviewId,
  open,
}) => {
  const pages = await servePages()
  const script = await (await fetch(`${server.url}/page-context.js`)).text()
  const pictures: { artifactId: string; marks: Mark[] }[] = []
  await test.step('pictures of all pages are taken with their contexts', async () => {
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
    for (const [path, marks] of Object.entries(fixtureMarks)) {
      const captured = await context.newPage()
      await captured.goto(path === 'sign-in' ? `${server.url}/sign-in` : `${pages.url}/${path}.html`)
      for (const { at } of marks) await captured.locator(at).waitFor()
      const picture = await captured.screenshot({ animations: 'disabled' })
      const found = await captured.evaluate<RevisionContext>(`(${script})('viewport')`)
      const { artifactId, revisionId } = await upload(agent, reviewId, picture, { title: path })
      const body = relativeSources(found, { root, folder: fixturePages, files: [] })
      expect((await agent('PUT', `/v1/revisions/${revisionId}/context`, body)).status).toBe(201)
      pictures.push({ artifactId, marks: await placed(captured, path, marks) })
      await captured.close()
    }
    await context.close()
    await pages.stop()
  })

  await test.step('each element is marked with the mouse', async () => {
    for (const { artifactId, marks } of pictures) {
      await open(`/reviews/${reviewId}#${artifactId}`)
      const at = await stagePoints(page)
      for (const { text, box, point } of marks) {
        const { x, y, width, height } = box
        if (point) {
          const spot = await at(x + width * point[0], y + height * point[1])
          await page.mouse.click(spot.x, spot.y)
        } else {
          const from = await at(x, y)
          const to = await at(x + width, y + height)
          await drag(page, { x: from.x - AROUND, y: from.y - AROUND }, { x: to.x + AROUND, y: to.y + AROUND })
        }
        await expect(spotField(page)).toBeFocused()
        await page.keyboard.insertText(text)
        await page.keyboard.press('Control+Enter')
        await expect(commentItem(page, text)).toBeVisible()
        await page.keyboard.press('Escape')
      }
    }
  })

  await test.step('all 50 threads state the marked element first', async () => {
    const threads = await threadsOf(agent, reviewId)
    const marks = pictures.flatMap(each => each.marks)
    expect(marks).toHaveLength(50)
    const wrong = marks.flatMap(mark => {
      const [first] = threads.find(each => each.comments[0]?.body === mark.text)?.elements ?? []
      const wanted = { role: mark.role, name: mark.name, source: sourceOf(mark) }
      const stated = first && { role: first.role, name: first.name, source: first.source }
      return JSON.stringify(stated) === JSON.stringify(wanted) ? [] : [{ mark: mark.text, wanted, stated }]
    })
    expect(wrong).toEqual([])
  })
})

/** Returns the marks with the boxes of their elements. */
const placed = async (captured: Page, path: string, marks: FixtureMark[]): Promise<Mark[]> =>
  Promise.all(
    marks.map(async (mark, index) => {
      const box = await captured.locator(mark.at).boundingBox()
      if (!box) throw new Error(`${path} does not show ${mark.at}.`)
      const { width, height } = size
      return {
        ...mark,
        text: `${path}, mark ${index + 1}.`,
        box: { x: box.x / width, y: box.y / height, width: box.width / width, height: box.height / height },
      }
    }),
  )

/**
 * Returns the source position that a thread on this mark should state: the line that contains the text of the
 * mark.
 */
function sourceOf({ source }: FixtureMark): string | null {
  if (!source) return null
  const [file, text] = source
  const path = `tests/fixtures/pages/${file}`
  if (text === undefined) return path
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  return `${path}:${lines.findIndex(line => line.includes(text)) + 1}`
}
