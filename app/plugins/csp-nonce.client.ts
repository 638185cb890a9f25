/**
 * Gives the page's nonce to each style element a script creates. The colour mode adds such elements and
 * cannot be given a nonce; without one, the Content-Security-Policy blocks them. HTML that is parsed does not
 * get a nonce.
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
