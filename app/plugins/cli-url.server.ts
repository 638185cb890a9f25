/** Puts the address of the command line into the page: others that are opened from it show it. */
export default defineNuxtPlugin(() => {
  useCliUrl()
})
