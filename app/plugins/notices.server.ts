/** Writes the notices of the operator into the page, so that pages which are opened from it can show them. */
export default defineNuxtPlugin(() => {
  useNotices()
})
