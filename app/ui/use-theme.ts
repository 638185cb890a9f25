/** The theme: the system's until the person chooses one. */
export function useTheme() {
  const mode = useColorMode()
  const words = { system: 'System', light: 'Light', dark: 'Dark' } as const
  const icons = { system: 'i-lucide-monitor', light: 'i-lucide-sun', dark: 'i-lucide-moon' } as const
  return computed(() =>
    (['system', 'light', 'dark'] as const).map(theme => ({
      theme,
      label: words[theme],
      icon: icons[theme],
      current: mode.preference === theme,
      choose: () => {
        mode.preference = theme
      },
    })),
  )
}
