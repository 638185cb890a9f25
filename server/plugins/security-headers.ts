import { setResponseHeaders } from 'h3'
import { defineNitroPlugin } from 'nitropack/runtime'
import {
  addNonce,
  contentSecurityPolicy,
  createNonce,
  fixedHeaders,
  pageHeaders,
} from '~~/server/http/pages/security-headers'
import { settings } from '~~/server/settings'
import { blobs } from '~~/server/storage/blobs'

/**
 * Sets the security headers of the response before a request is routed, and further headers of a page when
 * it is rendered. Redirects and error pages are rendered like other pages, so they get these headers
 * too.
 */
export default defineNitroPlugin(nitro => {
  nitro.hooks.hook('request', event => {
    setResponseHeaders(event, fixedHeaders(event.path))
  })
  // This plugin registers its hook after the hooks of the Nuxt modules, so that the nonce is also added to
  // elements that modules add to the head.
  nitro.hooks.hook('render:html', (html, { event }) => {
    // In development, no nonce is set, because the client of Vite adds styles and scripts without a nonce.
    if (import.meta.dev) return
    const nonce = createNonce()
    event.context.nonce = nonce
    const meta = `<meta property="csp-nonce" nonce=${nonce}>`
    html.head = [...html.head.map(part => addNonce(part, nonce)), meta]
    html.bodyAppend = html.bodyAppend.map(part => addNonce(part, nonce))
  })
  nitro.hooks.hook('render:response', (response, { event }) => {
    delete response.headers?.['x-powered-by']
    const nonce = event.context.nonce as string | undefined
    const policy =
      nonce === undefined ? null : contentSecurityPolicy(nonce, settings().publicUrl, mediaOrigin())
    response.headers = { ...response.headers, ...pageHeaders(policy) }
  })
})

/**
 * Returns the origin of the store to which requests for `/e/` are redirected; undefined if they are not
 * redirected.
 */
const mediaOrigin = () => (settings().blobRedirect ? blobs().direct?.origin : undefined)
