import { ignoreImeKeys } from '~/ui/ime-keys'

/** Leaves the keys of an input method to it. */
export default defineNuxtPlugin({
  name: 'ime-keys',
  enforce: 'pre',
  setup() {
    ignoreImeKeys()
  },
})
