import type { Page } from '@playwright/test'

/**
 * Returns the visible controls that a finger can miss: the area in which a tap hits the control, measured
 * from its center, is less than 44 CSS pixels wide or high. Leaves out links inside a line of text (WCAG 2.2,
 * 2.5.5), the parts inside of a control, a control that another one covers, and pins, which may lie close to
 * each other. A comment counts as a whole, because a tap anywhere on it opens it. A control that is outside
 * of its scroller is scrolled into view.
 */
export const smallForFingers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 44
    const selector =
      'a[href], button, input, select, textarea, summary, [role^=menuitem], [role=option], [role=switch]'
    const dialogs = [...document.querySelectorAll('[role=dialog]')].filter(each => each.checkVisibility())
    const root = dialogs.at(-1) ?? document
    const found: string[] = []
    for (const control of root.querySelectorAll<HTMLElement>(selector)) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[inert]')) continue
      if (control.matches(':disabled, [data-mark]') || control.parentElement?.closest(selector)) continue
      const label = control.closest('label')
      const row = control.matches('[data-thread-button]') ? control.closest('li') : null
      const shown = label ?? row ?? control
      const size = shown.getBoundingClientRect()
      if (size.width <= 1 || size.height <= 1) continue
      const isInline = getComputedStyle(control).display === 'inline'
      const own = control.textContent.trim().length
      if (isInline && (control.parentElement?.textContent.trim().length ?? 0) > own) continue
      shown.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      const { left, top, width, height } = shown.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const hits = (dx: number, dy: number) => {
        const hit = document.elementFromPoint(x + dx, y + dy)
        return hit !== null && (shown.contains(hit) || hit.closest('label')?.contains(control) === true)
      }
      if (!hits(0, 0)) continue
      /**
       * Returns the length of the part of a line through the center of the control on which a tap hits the
       * control.
       */
      const reach = (dx: number, dy: number) => {
        let length = 0
        for (const sign of [-1, 1])
          for (let by = 0.5; by < LEAST && hits(sign * by * dx, sign * by * dy); by += 1) length += 1
        return length
      }
      const [across, down] = [reach(1, 0), reach(0, 1)]
      if (across >= LEAST - 1 && down >= LEAST - 1) continue
      const name = control.getAttribute('aria-label') ?? control.textContent
      found.push(`${control.tagName} ${name.trim().slice(0, 40)}: ${across} × ${down}`)
    }
    return found
  })
