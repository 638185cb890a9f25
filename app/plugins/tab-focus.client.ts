/**
 * Marks the page while the last pressed key is Tab, so that the style sheet can make the focus rings of large
 * elements stronger while a person moves the focus.
 */
export default defineNuxtPlugin(() => {
  document.addEventListener(
    'keydown',
    ({ key }) => document.documentElement.toggleAttribute('data-tabbing', key === 'Tab'),
    { capture: true },
  )
})
