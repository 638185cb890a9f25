import { theme as text } from '~/text/shell'
import { themes } from '~/ui/page/theme'

/** The themes that a person can choose from; `current` is the selected theme, by default `system`. */
export function useTheme() {
  const mode = useColorMode()
  const icons = { system: 'i-lucide-monitor', light: 'i-lucide-sun', dark: 'i-lucide-moon' } as const
  return computed(() =>
    themes.map(theme => ({
      theme,
      label: text[theme],
      icon: icons[theme],
      current: mode.preference === theme,
      select: () => {
        mode.preference = theme
      },
    })),
  )
}
