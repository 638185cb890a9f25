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
 * Sets the security headers: those of every response before it is routed, and those of a page when it is
 * rendered. Redirects and error pages are rendered like other pages.
 */
export default defineNitroPlugin(nitro => {
  nitro.hooks.hook('request', event => {
    setResponseHeaders(event, fixedHeaders(event.path))
  })
  // Registered after the plugins of the modules, so that elements they add to the head get the nonce too.
  nitro.hooks.hook('render:html', (html, { event }) => {
    // Vite's development client adds styles and scripts without a nonce.
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

/** Returns the origin that `/e/` redirects to. */
const mediaOrigin = () => (settings().blobRedirect ? blobs().direct?.origin : undefined)
