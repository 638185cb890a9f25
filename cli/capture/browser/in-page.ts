// Functions that run inside the captured page. Each function is sent to the page as text, so it uses nothing
// from outside of itself, and no syntax for which the bundler would add helpers.

/**
 * Returns the middle of the first visible element that a selector finds, relative to the viewport, after
 * scrolling it into view. `text=` finds the smallest element with this text. Returns null if there is no such
 * element.
 */
export function elementBox(selector: string): { x: number; y: number } | 'invalid' | null {
  const text = selector.startsWith('text=') ? selector.slice(5).trim().toLowerCase() : null
  let found: Element[]
  try {
    found = [...document.querySelectorAll(text === null ? selector : 'body *')]
  } catch {
    return 'invalid'
  }
  if (text !== null)
    found = found
      .filter(each => {
        const shown = each instanceof HTMLInputElement ? each.value : (each.textContent ?? '')
        return shown.replace(/\s+/g, ' ').trim().toLowerCase().includes(text)
      })
      .reverse()
  const element = found.find(each => {
    const { width, height } = each.getBoundingClientRect()
    return width > 0 && height > 0 && each.checkVisibility({ visibilityProperty: true })
  })
  if (!element) return null
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

/** Returns the size of the whole page, which is at least the size of the window. */
export function pageSize(): { width: number; height: number } {
  const elements = [document.documentElement, document.body].filter(each => each instanceof HTMLElement)
  const widths = elements.flatMap(each => [each.scrollWidth, each.offsetWidth, each.clientWidth])
  const heights = elements.flatMap(each => [each.scrollHeight, each.offsetHeight, each.clientHeight])
  return { width: Math.max(innerWidth, ...widths), height: Math.max(innerHeight, ...heights) }
}

/**
 * Hides the caret and the tools of frameworks, loads all images, waits for fonts and images, and ends
 * animations: animations with an end are shown at their end, others at their beginning. Waits at most five
 * seconds. A page without a root element, which its scripts can remove, gets no style. Returns true.
 */
export async function settlePage(): Promise<true> {
  const id = 'exhibit-settled'
  // TypeScript declares that there is always a root element.
  const root = document.documentElement as HTMLElement | null
  if (root && !document.getElementById(id)) {
    const style = document.createElement('style')
    style.id = id
    const moving = 'caret-color: transparent !important; scroll-behavior: auto !important'
    // The tools of frameworks show times, which differ in each run.
    const tools =
      'nuxt-devtools-frame, #nuxt-devtools-container, #__vue-devtools-container__, ' +
      '#__vue-inspector-container__, astro-dev-toolbar, .tsqd-parent-container'
    style.textContent = `*, *::before, *::after { ${moving} } ${tools} { display: none !important }`
    root.append(style)
  }
  const images = [...document.images]
  for (const each of images) each.loading = 'eager'
  const limit = new Promise<void>(resolve => {
    setTimeout(resolve, 5000)
  })
  const decoded = images.map(each => each.decode().catch(() => {}))
  await Promise.race([Promise.all([document.fonts.ready, ...decoded]), limit])
  for (const each of document.getAnimations()) {
    const { endTime } = each.effect?.getComputedTiming() ?? {}
    try {
      if (endTime === Infinity) each.cancel()
      else each.finish()
    } catch {
      // An animation without a target or with a rate of 0 cannot be finished.
    }
  }
  const frame = () =>
    new Promise<void>(resolve => {
      requestAnimationFrame(() => {
        resolve()
      })
    })
  await Promise.race([frame().then(frame), limit])
  return true
}
