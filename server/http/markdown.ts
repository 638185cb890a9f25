import { defineEventHandler, getRequestHeader, setResponseHeader, type EventHandler } from 'h3'
import { settings } from '~~/server/settings'

const TYPE = 'text/markdown; charset=utf-8'

/** Makes the handler of a public Markdown document about this very server. */
export function defineMarkdown(write: (publicUrl: string) => string): EventHandler {
  return defineEventHandler(event => {
    setResponseHeader(event, 'content-type', TYPE)
    return write(settings().publicUrl)
  })
}

/**
 * Answers a page's address with Markdown when that is what the request accepts; the page itself otherwise.
 */
export function defineMarkdownAlternative(path: string, write: (publicUrl: string) => string): EventHandler {
  return defineEventHandler(event => {
    if (event.path.split('?')[0]?.replace(/\/$/, '') !== path) return
    setResponseHeader(event, 'vary', 'accept')
    if (!getRequestHeader(event, 'accept')?.includes('text/markdown')) return
    setResponseHeader(event, 'content-type', TYPE)
    return write(settings().publicUrl)
  })
}
