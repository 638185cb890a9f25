/**
 * Sets the page's nonce on each style element that a script creates. The color mode module creates such
 * elements and has no option for a nonce; without a nonce, the Content-Security-Policy blocks them. Elements
 * of parsed HTML do not get the nonce.
 */
export default defineNuxtPlugin({
  name: 'csp-nonce',
  enforce: 'pre',
  setup() {
    const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
    if (!nonce) return
    const create = document.createElement
    document.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
      const element: HTMLElement = create.call(this, name, options)
      if (element instanceof HTMLStyleElement) element.nonce = nonce
      return element
    }
  },
})
