import { formatLocally } from '~/text/language/local-formats'

/**
 * Starts to format dates and numbers for the browser's language and time zone when the hydrated page is idle.
 */
export default defineNuxtPlugin(() => {
  onNuxtReady(() => formatLocally())
})
