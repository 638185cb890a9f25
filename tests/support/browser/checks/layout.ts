import type { Locator, Page } from '@playwright/test'

/**
 * Returns the parts that do not fit into the width of the window: the page itself if it scrolls horizontally,
 * and controls of which less than 16 CSS pixels are visible. Ignores controls in a part that scrolls
 * horizontally, and marks on the stage.
 */
export const outOfView = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** The minimum visible width of a control, in CSS pixels. */
    const LEAST = 16
    const found: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide instead of ${innerWidth}`)
    for (const control of document.querySelectorAll('a, button, input, select, textarea, summary')) {
      const { left, right, width, height } = control.getBoundingClientRect()
      const isShown = control.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
      if (!isShown || control.closest('[role=application]')) continue
      let [from, to] = [Math.max(0, left), Math.min(innerWidth, right)]
      let scrolls = false
      for (let each = control.parentElement; each && each !== document.body; each = each.parentElement) {
        const { overflowX } = getComputedStyle(each)
        if (overflowX === 'visible') continue
        if (overflowX !== 'hidden' && overflowX !== 'clip' && each.scrollWidth > each.clientWidth) {
          scrolls = true
          break
        }
        const clip = each.getBoundingClientRect()
        from = Math.max(from, clip.left)
        to = Math.min(to, clip.right)
      }
      if (scrolls || to - from >= Math.min(width, LEAST) - 1) continue
      const name = control.getAttribute('aria-label') ?? control.textContent
      found.push(`${control.tagName} ${name.trim().slice(0, 40)}: ${Math.round(left)}–${Math.round(right)}`)
    }
    return found
  })

/** Returns whether an element is completely inside another element. */
export const within = async (inner: Locator, outer: Locator): Promise<boolean> => {
  const [a, b] = await Promise.all([inner.boundingBox(), outer.boundingBox()])
  return (
    a !== null &&
    b !== null &&
    a.x >= b.x &&
    a.y >= b.y &&
    a.x + a.width <= b.x + b.width &&
    a.y + a.height <= b.y + b.height
  )
}
