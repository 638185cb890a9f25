import type { Page } from '@playwright/test'
import { findings } from './axe'
import { outOfView } from './layout'
import { settled } from '../settled'
import { smallTargets } from './target-size'

/** The findings of checks, by the name of the check. Checks without findings are left out. */
export type Found = Record<string, string[]>

/** Collects the findings of checks, and leaves out checks without findings. */
export function collectFound(): { found: Found; add: (name: string, problems: string[]) => void } {
  const found: Found = {}
  return {
    found,
    add(name, problems) {
      if (problems.length > 0) found[name] = problems
    },
  }
}

/**
 * Applies styles to the open page with a constructed style sheet, because the content security policy allows
 * no style elements.
 */
const applyStyles = (page: Page, styles: string) =>
  page.evaluate(text => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = text ? [sheet] : []
  }, styles)

/** Doubles the text size of the open page, as a setting of the browser does. */
export const doubleTexts = (page: Page): Promise<void> =>
  applyStyles(page, 'html { font-size: 200% !important }')

/** Sets the text spacing of the open page to the values of WCAG 2.2 (1.4.12). */
export const spaceTexts = (page: Page): Promise<void> =>
  applyStyles(
    page,
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  )

/** Sets the text direction of the open page. A translation into Arabic or Hebrew has the direction "rtl". */
export const setDirection = (page: Page, direction: 'ltr' | 'rtl'): Promise<void> =>
  page.evaluate(to => {
    document.documentElement.dir = to
  }, direction)

/** Returns the elements that are out of view at any of these widths of the window, in CSS pixels. */
export async function outOfViewAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    found.push(...(await outOfView(page)).map(each => `${width}: ${each}`))
  }
  return found
}

/** Returns the texts of list items that have more than 20 characters and are at most 150 CSS pixels wide. */
const narrowTexts = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .locator('p, a')
    .evaluateAll(all =>
      all
        .filter(each => each.textContent.length > 20 && each.clientWidth > 0 && each.clientWidth <= 150)
        .map(each => `${each.textContent.trim().slice(0, 40)}: ${each.clientWidth}`),
    )

/**
 * Checks the open page in several states without loading it again: with text from right to left, on a phone,
 * with a doubled text size, and at a zoom of 400 %. In each state, everything must be in view. Controls must
 * be large enough to hit, and axe must find nothing on a phone. Restores the wide window at the end.
 */
export async function checkPage(page: Page, name: string, add: (name: string, problems: string[]) => void) {
  add(`${name}, small targets`, await smallTargets(page))

  await setDirection(page, 'rtl')
  add(`${name}, from right to left`, await outOfViewAt(page, [1440, 1024, 390]))
  await setDirection(page, 'ltr')

  await page.setViewportSize({ width: 390, height: 844 })
  add(`${name}, on a phone`, [...(await outOfView(page)), ...(await findings(page))])

  await doubleTexts(page)
  add(`${name}, with large texts`, [...(await outOfView(page)), ...(await narrowTexts(page))])
  await applyStyles(page, '')

  await page.setViewportSize({ width: 320, height: 640 })
  await settled(page)
  add(`${name}, small targets when narrow`, await smallTargets(page))
  await page.setViewportSize({ width: 320, height: 200 })
  add(`${name}, at 400 %`, await outOfView(page))
  await page.setViewportSize({ width: 1440, height: 900 })
}
