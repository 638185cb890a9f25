/**
 * Reloads a page that the browser restores from its back-forward cache (HTML, 7.4.2), because the person may
 * have signed out since. `no-store` excludes most pages from that cache, but not in every browser. Drafts
 * survive, because they are in local storage.
 */
export default defineNuxtPlugin(() => {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // Runs before the first paint, so that the old content is not visible while the page loads.
    document.documentElement.style.visibility = 'hidden'
    location.reload()
  })
})
