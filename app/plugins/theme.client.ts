import { deviceStorage } from '~/ui/page/device-storage'
import { isTheme, type Theme } from '~/ui/page/theme'

/**
 * The global object that the script of `@nuxtjs/color-mode` creates. The script sets the theme before the
 * first paint. Its name is the default of the module's option `globalName`; its properties are not
 * documented.
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
 * Shows the chosen theme and stores the choice on this device. Follows changes of the system's theme, and
 * choices that are made in another tab. It replaces the client plugin of `@nuxtjs/color-mode`, whose code for
 * cookies would add 4 kB to every page; `scripts/build/light-pages.mjs` removes that plugin. Delete this
 * replacement when the original plugin contains the code for cookies only if cookies are used.
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
    // Computes the styles while transitions are switched off, so that all colors change at the same time.
    getComputedStyle(root).getPropertyValue('opacity')
    root.classList.remove('changing-theme')
  }

  // Sets the chosen theme after hydration, because the server does not know it, and hydration must render the
  // same as the server.
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

/** The key under which `@nuxtjs/color-mode` stores the theme: the default of its option `storageKey`. */
const KEY = 'nuxt-color-mode'
