import type { Locator, Page } from '@playwright/test'

/**
 * Returns the controls in view that are too small to hit: they are smaller than 24 by 24 CSS pixels, and
 * another control is nearer than the required spacing (WCAG 2.2, 2.5.8). Links inside a line of text are
 * exempt.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 24
    const selector =
      'a[href], button, input, select, textarea, summary, [tabindex="0"], ' +
      '[role^=menuitem], [role=option], [role=switch], [role=separator][tabindex]'
    interface Target {
      control: Element
      box: DOMRect
      x: number
      y: number
      isSmall: boolean
    }
    /** Returns whether a click at this point of the window hits the control or its label. */
    const hits = (control: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (control.contains(hit) || hit.closest('label')?.contains(control) === true)
    }
    const isInline = (control: Element) => {
      if (getComputedStyle(control).display !== 'inline') return false
      const own = control.textContent.trim().length
      return (control.parentElement?.textContent.trim().length ?? 0) > own
    }
    const targets: Target[] = []
    for (const control of document.querySelectorAll(selector)) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert]')) continue
      if (control.matches(':disabled') || control.getAttribute('role') === 'application') continue
      const label = control.closest('label')
      const box = (label ?? control).getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1) continue
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight || !hits(control, x, y)) continue
      const reach = LEAST / 2 - 0.5
      const isSmall =
        (box.width < LEAST - 0.01 || box.height < LEAST - 0.01) &&
        !(
          [
            [reach, 0],
            [-reach, 0],
            [0, reach],
            [0, -reach],
          ] as const
        ).every(([dx, dy]) => hits(control, x + dx, y + dy))
      targets.push({ control, box, x, y, isSmall })
    }
    /** Returns the distance from a point to a rectangle. */
    const away = (x: number, y: number, { left, right, top, bottom }: DOMRect) =>
      Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
    const isNear = (one: Target, other: Target) =>
      other.isSmall
        ? Math.hypot(one.x - other.x, one.y - other.y) < LEAST
        : away(one.x, one.y, other.box) < LEAST / 2
    return targets
      .filter(one => one.isSmall && !isInline(one.control))
      .filter(one =>
        targets.some(
          other =>
            other !== one &&
            !other.control.contains(one.control) &&
            !one.control.contains(other.control) &&
            isNear(one, other),
        ),
      )
      .map(({ control, box }) => {
        const name = control.getAttribute('aria-label') ?? control.textContent
        const size = `${box.width.toFixed(1)} × ${box.height.toFixed(1)}`
        return `${control.tagName} ${name.trim().slice(0, 40)}: ${size}`
      })
  })

/**
 * Returns the height, in CSS pixels, of the area around the center of a control in which a click hits the
 * control.
 */
export const hitHeight = (control: Locator): Promise<number> =>
  control.evaluate(element => {
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const reach = (step: 1 | -1) => {
      let distance = 0
      while (element.contains(document.elementFromPoint(x, y + step * (distance + 0.5)))) distance += 1
      return distance
    }
    return reach(1) + reach(-1)
  })
