import { shallowRef } from 'vue'

/** The formats of dates and numbers in the browser's language. */
interface LocalFormats {
  date: (at: Date) => string
  instant: (at: Date) => string
  timeOfDay: (at: Date) => string
  count: (value: number) => string
  decimal: (value: number) => string
}

// Set in the browser only, because all requests share the modules on the server.
const current = shallowRef<LocalFormats>()

/**
 * Returns the formats for the browser's language and time zone. Returns undefined on the server and until
 * hydration is complete, because both must render the same.
 */
export const localFormats = (): LocalFormats | undefined => current.value

/** Starts to format dates and numbers locally, by default in the browser's language and time zone. */
export function formatLocally(locale?: string, timeZone?: string): void {
  current.value = {
    date: onFirstUse(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })),
    instant: onFirstUse(
      () => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
    ),
    timeOfDay: onFirstUse(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone })),
    count: onFirstUse(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })),
    decimal: onFirstUse(
      () => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    ),
  }
}

/**
 * Returns a function that formats values. Its formatter is created when it is first used, because creating
 * one takes milliseconds and few pages use all formatters.
 */
function onFirstUse<T>(make: () => { format: (value: T) => string }): (value: T) => string {
  let formatter: ReturnType<typeof make> | undefined
  return value => (formatter ??= make()).format(value)
}
