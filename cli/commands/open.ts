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

/** Opens a URL in the default browser. Does nothing if there is no browser. */
function openBrowser(url: string): void {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  const child = spawn(command ?? '', args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
