import { formatLocally } from '~/ui/local-formats'

/** Formats dates and numbers in the browser's language and time zone once the page is hydrated. */
export default defineNuxtPlugin(nuxtApp => {
  nuxtApp.hooks.hookOnce('app:suspense:resolve', () => formatLocally())
})
