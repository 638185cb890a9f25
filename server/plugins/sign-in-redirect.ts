import { defineNitroPlugin } from 'nitropack/runtime'
import { prefers } from '#shared/accept'
import { idPattern } from '#shared/ids'
import { llmsText } from '#shared/documents/llms'
import { projectPageForAgents, reviewPageForAgents } from '#shared/documents/page-for-agents'
import { MARKDOWN, pathOf } from '~~/server/http/pages/documents'
import { requestHeader } from '~~/server/http/request-header'
import { serverInfo } from '~~/server/downloads/server-info'

const pages = [
  { resource: 'review', folder: '/reviews/', render: reviewPageForAgents },
  { resource: 'project', folder: '/projects/', render: projectPageForAgents },
] as const

/**
 * Changes the redirects to the sign-in page for clients that do not accept HTML, such as coding agents with
 * curl. For the URL of a review or project, the response is a text with instructions for agents, even if the
 * resource does not exist. For the start page it is /llms.txt. For other URLs the response is still a
 * redirect, with /llms.txt as its body.
 */
export default defineNitroPlugin(nitro => {
  nitro.hooks.hook('render:response', (response, { event }) => {
    const location = response.headers?.location
    if (response.statusCode !== 302 || !/^\/sign-in(?:\?|$)/.test(String(location))) return
    if (prefers(requestHeader(event, 'accept'), 'text/html', 'text/markdown')) return
    const text = pageAt(pathOf(event))
    response.headers = {
      ...response.headers,
      'content-type': MARKDOWN,
      'cache-control': 'no-store',
      'vary': 'accept',
    }
    response.body = text ?? llmsText(serverInfo())
    if (text === null) return
    response.statusCode = 200
    delete response.headers.location
  })
})

function pageAt(path: string): string | null {
  if (path === '/') return llmsText(serverInfo())
  for (const { resource, folder, render } of pages) {
    const id = path.startsWith(folder) ? path.slice(folder.length) : ''
    // Only a valid id may be inserted into the text.
    if (idPattern(resource).test(id)) return render(serverInfo(), id)
  }
  return null
}
