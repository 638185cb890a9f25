import { deviceStorage } from '~/ui/page/device-storage'

const KEY = 'guest-name'

/**
 * The name under which a visitor of share links comments. It is stored on this device when a comment is sent.
 * `isAsked`: whether the field for the name is shown.
 */
export function useGuestName() {
  const name = useState('guest-name', () => '')
  const isAsked = useState('guest-name-asked', () => true)

  return {
    name,
    isAsked,
    /** Reads the stored name. Call this only in the browser. */
    restore() {
      if (name.value !== '') return
      name.value = deviceStorage.read(KEY) ?? ''
      isAsked.value = name.value === ''
    },
    remember() {
      isAsked.value = false
      deviceStorage.write(KEY, name.value)
    },
  }
}
