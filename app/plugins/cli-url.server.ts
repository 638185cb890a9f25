/**
 * Writes the URL of the command line's npm package into every rendered page, so that the browser knows it on
 * all pages that are opened afterwards.
 */
export default defineNuxtPlugin(() => {
  useCliUrl()
})
