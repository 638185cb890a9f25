/** Puts the address of the command line into the page, so that pages opened from it can show it. */
export default defineNuxtPlugin(() => {
  useCliUrl()
})
