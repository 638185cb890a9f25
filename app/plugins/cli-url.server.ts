/**
 * Writes the URL of the command line's npm package into the page, so that pages which are opened from it can
 * show it.
 */
export default defineNuxtPlugin(() => {
  useCliUrl()
})
