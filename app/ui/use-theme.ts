/** The themes to choose from; `current` is the selected one, the system's by default. */
export function useTheme() {
  const mode = useColorMode()
  const labels = { system: 'System', light: 'Light', dark: 'Dark' } as const
  const icons = { system: 'i-lucide-monitor', light: 'i-lucide-sun', dark: 'i-lucide-moon' } as const
  return computed(() =>
    (['system', 'light', 'dark'] as const).map(theme => ({
      theme,
      label: labels[theme],
      icon: icons[theme],
      current: mode.preference === theme,
      select: () => {
        mode.preference = theme
      },
    })),
  )
}
