import { deviceStorage } from '~/ui/page/device-storage'
import { isTheme, type Theme } from '~/ui/page/theme'

/**
 * The object that the script of `@nuxtjs/color-mode` sets. The script sets the theme before the first paint.
 */
interface ThemeScript {
  /** The theme that the person chose on this device. */
  preference: Theme
  /** The theme that is shown. */
  value: string
  /** Returns the theme that the system prefers. */
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
    // Computes the styles while transitions are off, so that all colours change at once.
    getComputedStyle(root).getPropertyValue('opacity')
    root.classList.remove('changing-theme')
  }

  // The server's HTML does not know the choice, and hydration must render the same.
  nuxtApp.hook('app:mounted', () => {
    Object.assign(mode, { preference: script.preference, value: script.value })
    watch(
      () => mode.preference,
      preference => {
        show()
        deviceStorage.write(KEY, preference)
      },
    )
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === KEY && isTheme(newValue)) mode.preference = newValue
    })
  })
})

const KEY = 'nuxt-color-mode'
