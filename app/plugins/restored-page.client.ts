/**
 * Reloads a page that the browser restores from its back-forward cache (HTML, 7.4.2): the person may have
 * signed out since. `no-store` keeps most pages out of that cache, but not in every browser. Drafts are in
 * local storage.
 */
export default defineNuxtPlugin(() => {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // Before the first paint: the old content must not appear while the page loads.
    document.documentElement.style.visibility = 'hidden'
    location.reload()
  })
})
