import { ignoreImeKeys } from '~/ui/keys/ime-keys'

/** Leaves the keys of an input method to it. */
export default defineNuxtPlugin({
  name: 'ime-keys',
  enforce: 'pre',
  setup() {
    ignoreImeKeys()
  },
})
