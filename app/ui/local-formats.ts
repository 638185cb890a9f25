import { shallowRef } from 'vue'

/** How the browser writes dates and numbers. */
interface LocalFormats {
  date: (at: Date) => string
  instant: (at: Date) => string
  count: (value: number) => string
  decimal: (value: number) => string
}

// Set in the browser only: all requests share the modules of the server.
const current = shallowRef<LocalFormats>()

/**
 * The formats of the browser's language and time zone; undefined on the server and until hydration is
 * complete, because both must render the same.
 */
export const localFormats = (): LocalFormats | undefined => current.value

/** Formats dates and numbers locally from now on: by default in the browser's language and time zone. */
export function formatLocally(locale?: string, timeZone?: string): void {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  current.value = {
    date: at => date.format(at),
    instant: at => instant.format(at),
    count: value => count.format(value),
    decimal: value => decimal.format(value),
  }
}
