import { defineNitroPlugin } from 'nitropack/runtime'
import { prefers } from '#shared/accept'
import { llmsText } from '#shared/llms'
import { MARKDOWN, pathOf } from '~~/server/http/documents'
import { requestHeader } from '~~/server/http/request-header'
import { serverInfo } from '~~/server/settings/server-info'

/**
 * Puts /llms.txt into the body of the redirect with which `/` leads to the sign-in, unless the request names
 * HTML: what curl prints there tells an agent how to begin, and clients that follow redirects get the page.
 */
export default defineNitroPlugin(nitro => {
  nitro.hooks.hook('render:response', (response, { event }) => {
    if (response.statusCode !== 302 || pathOf(event) !== '/') return
    if (prefers(requestHeader(event, 'accept'), 'text/html', 'text/markdown')) return
    response.body = llmsText(serverInfo())
    response.headers = { ...response.headers, 'content-type': MARKDOWN }
  })
})
