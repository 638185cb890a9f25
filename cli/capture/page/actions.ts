import { nameOf } from './name'
import { roleOf } from './role'
import { cut } from './text'

/** The keys that are reported. Other keys are not, because they may be part of typed text. */
const reported = new Set([
  'Enter',
  'Escape',
  'Tab',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Delete',
])
/** The maximum number of characters of an element's name that are reported. */
const NAME = 100

/**
 * Reports the actions of a person on this page to a function: clicks, changed fields and keys, with the names
 * of the elements. Typed text is not reported, since it may be a password.
 */
export function reportActions(report: (text: string) => void): void {
  const listen = (type: string, textOf: (event: Event, target: Element) => string | null) => {
    window.addEventListener(
      type,
      event => {
        const [target] = event.composedPath()
        const text = event.isTrusted && target instanceof Element ? textOf(event, target) : null
        if (text !== null) report(text)
      },
      { capture: true, passive: true },
    )
  }
  // Browsers send a second click for a click on a label and for Enter on a button. This second click has the
  // `detail` 0, and is not reported.
  listen('click', (event, target) =>
    (event as MouseEvent).detail === 0 ? null : `click ${labelOf(actedOn(target))}`,
  )
  listen('change', (_event, target) =>
    target.matches('input[type="checkbox"], input[type="radio"]') ? null : `change ${labelOf(target)}`,
  )
  listen('keydown', (event, target) => {
    const { key, repeat } = event as KeyboardEvent
    return reported.has(key) && !repeat ? `press ${key} on ${labelOf(target)}` : null
  })
}

const usable = 'a, button, input, select, textarea, summary, label, [role], [onclick]'

/** Returns the control that a click is meant for, such as the button around a clicked icon. */
const actedOn = (target: Element): Element => target.closest(usable) ?? target

/** Returns the role and the name of an element: `button “Buy now”`. */
function labelOf(element: Element): string {
  const name = nameOf(element)
  return `${roleOf(element) ?? element.localName}${name === null ? '' : ` “${cut(name, NAME)}”`}`
}
