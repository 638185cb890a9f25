import { ignoreImeKeys } from '~/ui/keys/ime-keys'

/** Keeps keys that an input method handles from the page's handlers. */
export default defineNuxtPlugin({
  name: 'ime-keys',
  enforce: 'pre',
  setup() {
    ignoreImeKeys()
  },
})
