/**
 * Whether keys that type a character are shortcuts on this device. Speech input and some screen readers send
 * such keys unintentionally, so people can turn them off (WCAG 2.2, 2.1.4).
 */
export function useCharacterKeys(): WritableComputedRef<boolean> {
  const stored = useDeviceCookie('character-keys')
  const isOn = useState('character-keys', () => stored.value !== false)
  return computed({
    get: () => isOn.value,
    set(on) {
      isOn.value = on
      stored.value = on
    },
  })
}

/** Whether a key press types a character: keys with Ctrl or ⌘, arrows and Escape do not. */
export const isCharacterKey = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey
