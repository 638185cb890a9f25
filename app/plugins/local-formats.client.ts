import { formatLocally } from '~/text/language/local-formats'

/** Formats dates and numbers in the browser's language and time zone once the hydrated page is idle. */
export default defineNuxtPlugin(() => {
  onNuxtReady(() => formatLocally())
})
