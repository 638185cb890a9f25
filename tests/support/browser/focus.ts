import { expect, type Locator, type Page } from '@playwright/test'

/** How a control shows that it has the focus. */
export interface FocusMark {
  name: string
  /** The reason why the focus is hard to see; empty if the focus is easy to see. */
  problem: string
}

/**
 * Describes how the focused control shows its focus; `null` if no control has the focus. A ring counts if it
 * is 2 CSS pixels wide, has a contrast of 3:1 to its surroundings, and is in view. The control must not be
 * covered (WCAG 2.2: 2.4.7, 2.4.11 and 1.4.11).
 */
export const focusMark = (page: Page): Promise<FocusMark | null> =>
  page.evaluate(async () => {
    const control = document.activeElement
    if (!control || control === document.body) return null
    // Waits until the ring has faded in.
    await new Promise(requestAnimationFrame)
    await Promise.all(control.getAnimations().map(each => each.finished))
    type Color = [number, number, number, number]
    const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    const parse = (color: string): Color => {
      if (!context) throw new Error('There is no canvas.')
      context.clearRect(0, 0, 1, 1)
      context.fillStyle = color
      context.fillRect(0, 0, 1, 1)
      const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data
      return [r, g, b, a / 255]
    }
    const over = (top: Color, below: Color): Color => {
      const [a, rest] = [top[3], 1 - top[3]]
      return [top[0] * a + below[0] * rest, top[1] * a + below[1] * rest, top[2] * a + below[2] * rest, 1]
    }
    /** Returns the visible color behind an element, from the backgrounds of the element and its ancestors. */
    const behind = (from: Element | null): Color => {
      const layers: Color[] = []
      for (let each = from; each; each = each.parentElement) {
        const color = parse(getComputedStyle(each).backgroundColor)
        if (color[3] > 0) layers.push(color)
        if (color[3] === 1) break
      }
      return layers.reduceRight((below, top) => over(top, below), [255, 255, 255, 1] as Color)
    }
    const luminance = (color: Color) => {
      const [r = 0, g = 0, b = 0] = color
        .slice(0, 3)
        .map(each => each / 255)
        .map(each => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const contrast = (one: Color, other: Color) => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
      return (high + 0.05) / (low + 0.05)
    }
    const name = `${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent}`
      .trim()
      .slice(0, 60)

    const box = control.getBoundingClientRect()
    const points = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap(x =>
      [0.1, 0.3, 0.5, 0.7, 0.9].map(y => [box.left + box.width * x, box.top + box.height * y] as const),
    )
    const isShown = points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (control.contains(hit) || hit.closest('label')?.contains(control) === true)
    })
    if (!isShown) return { name, problem: 'is covered or out of view' }

    /**
     * The problems of the focus rings that are drawn around the control, or around one of its three nearest
     * ancestors.
     */
    const problems: string[] = []
    for (let each: Element | null = control, up = 0; each && up < 4; each = each.parentElement, up++) {
      const style = getComputedStyle(each)
      const width = Number.parseFloat(style.outlineWidth)
      const offset = Number.parseFloat(style.outlineOffset)
      if (style.outlineStyle !== 'none' && width >= 2) {
        const below = behind(offset < 0 ? each : each.parentElement)
        const ratio = contrast(over(parse(style.outlineColor), below), below)
        if (ratio < 3) problems.push(`outline ${style.outlineColor} has ${ratio.toFixed(2)}:1`)
        else {
          // Finds the sides of the ring that another element cuts off.
          const ring = each.getBoundingClientRect()
          const reach = offset + width
          let [top, right, bottom, left] = [0, innerWidth, innerHeight, 0]
          for (let clip = each.parentElement; clip; clip = clip.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(clip)
            const edge = clip.getBoundingClientRect()
            if (overflowX !== 'visible')
              [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
            if (overflowY !== 'visible')
              [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
          }
          const cut = [
            ring.top - reach < top - 1 && 'top',
            ring.right + reach > right + 1 && 'right',
            ring.bottom + reach > bottom + 1 && 'bottom',
            ring.left - reach < left - 1 && 'left',
          ].filter(Boolean)
          if (cut.length < 2) return { name, problem: '' }
          problems.push(`ring is cut off: ${cut.join(', ')}`)
        }
      }
      for (const shadow of style.boxShadow.split(/,(?![^(]*\))/)) {
        const parts = /^(.*?) (-?[\d.]+)px (-?[\d.]+)px (-?[\d.]+)px (-?[\d.]+)px/.exec(shadow.trim())
        if (!parts || Number(parts[5]) < 2 || Number(parts[4]) > 0) continue
        const below = behind(each.parentElement)
        const ratio = contrast(over(parse(parts[1] ?? ''), below), below)
        if (ratio >= 3) return { name, problem: '' }
        problems.push(`shadow ${parts[1] ?? ''} has ${ratio.toFixed(2)}:1`)
      }
    }
    return { name, problem: problems.join('; ') || 'has no ring' }
  })

/** Presses Tab, or another key, until a control has the focus. */
export async function tabTo(control: Locator, key = 'Tab', presses = 80): Promise<void> {
  const page = control.page()
  const focused = control.and(page.locator(':focus'))
  for (let count = 0; count < presses && (await focused.count()) === 0; count++)
    await page.keyboard.press(key)
  await expect(focused).toBeVisible()
}

/**
 * Presses Tab through a page from its start. Returns the controls whose focus is hard to see, and the number
 * of focused controls.
 */
export async function hardToSeeFocus(page: Page, presses = 80): Promise<{ stops: number; found: string[] }> {
  const found = new Set<string>()
  let stops = 0
  for (; stops < presses; stops++) {
    await page.keyboard.press('Tab')
    const mark = await focusMark(page)
    if (!mark) break
    if (mark.problem) found.add(`${mark.name}: ${mark.problem}`)
  }
  return { stops, found: [...found] }
}
