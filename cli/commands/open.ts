import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import type { ReviewOptions } from '../change/change'
import { openReviewSession, type GlobalOptions } from '../account/session'
import { reviewOptions } from './review-options'

/** Adds `exhibit open`. */
export function addOpen(program: Command): void {
  reviewOptions(program.command('open'))
    .summary('Print the address of a review, and open it in the browser of a terminal')
    .action(async (_options, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & ReviewOptions>()
      const { api, output, id } = await openReviewSession(options)
      const { review } = await api.call('GET /v1/reviews/{id}', { params: { id } })
      output.result({ id, title: review.title, status: review.status, url: review.url }, review.url)
      if (output.canAsk) openBrowser(review.url)
    })
}

/**
 * Opens a page in the default browser. Does nothing if there is no browser, or if the scheme of the URL is
 * not HTTP or HTTPS.
 */
function openBrowser(url: string): void {
  const [command, ...args] = browserCommand(url, process.platform) ?? []
  if (command === undefined) return
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

/**
 * Returns the command that opens a page in the default browser, with its arguments. Returns null for any
 * other text: the URL comes from the server, and these commands would also run a program at a path, such as a
 * path of a shared folder on Windows.
 */
export function browserCommand(url: string, platform: NodeJS.Platform): string[] | null {
  const page = URL.parse(url)
  if (!page || !/^https?:$/.test(page.protocol)) return null
  if (platform === 'darwin') return ['open', page.href]
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', page.href]
  return ['xdg-open', page.href]
}
