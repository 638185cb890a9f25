import { isTheme, type Theme } from '~/ui/page/theme'

/** What the script of `@nuxtjs/color-mode` leaves behind; it sets the theme before the first paint. */
interface ThemeScript {
  /** What the person chose on this device. */
  preference: Theme
  /** What is shown. */
  value: string
  /** Returns what the system prefers. */
  getColorScheme: () => string
  addColorScheme: (value: string) => void
  removeColorScheme: (value: string) => void
}

/**
 * Shows the chosen theme, keeps the choice on this device, and follows the system's theme and the choice in
 * another tab. Replaces the client plugin of `@nuxtjs/color-mode`: its cookies would add 4 kB to every page.
 */
export default defineNuxtPlugin(nuxtApp => {
  const script = (window as unknown as { __NUXT_COLOR_MODE__: ThemeScript }).__NUXT_COLOR_MODE__
  const mode = useState('color-mode', () => ({ preference: script.preference, value: script.value })).value

  function show() {
    const value = mode.preference === 'system' ? script.getColorScheme() : mode.preference
    if (value === mode.value) return
    const root = document.documentElement
    root.classList.add('changing-theme')
    script.removeColorScheme(mode.value)
    script.addColorScheme(value)
    mode.value = value
    // The colours change at once: styles are computed while nothing may transition.
    getComputedStyle(root).getPropertyValue('opacity')
    root.classList.remove('changing-theme')
  }

  // The server's HTML does not know the choice; hydration must find the same.
  nuxtApp.hook('app:mounted', () => {
    Object.assign(mode, { preference: script.preference, value: script.value })
    watch(
      () => mode.preference,
      preference => {
        show()
        localStorage.setItem(KEY, preference)
      },
    )
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === KEY && isTheme(newValue)) mode.preference = newValue
    })
  })
})

const KEY = 'nuxt-color-mode'
