import { ignoreImeKeys } from '~/ui/keys/ime-keys'

/** Hides the key presses that an input method handles from the handlers of the page. */
export default defineNuxtPlugin({
  name: 'ime-keys',
  enforce: 'pre',
  setup() {
    ignoreImeKeys()
  },
})
