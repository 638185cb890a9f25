import { ignoreImeKeys } from '~/ui/keys/ime-keys'

/** Stops the page from receiving key presses that an input method editor handles. */
export default defineNuxtPlugin({
  name: 'ime-keys',
  enforce: 'pre',
  setup() {
    ignoreImeKeys()
  },
})
