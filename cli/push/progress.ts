import { progress } from '@clack/prompts'
import type { Output } from '../output'

/** Shows how much of a push has been sent. */
export interface Progress {
  advance: (bytes: number) => void
  /** Counts one more file that the review contains after the push. */
  completed: () => void
  end: (message: string) => void
}

const STEPS = 100

/**
 * Shows one progress bar for all files in a terminal. Without a terminal, writes only the final message,
 * because the bar would write control characters that move the cursor.
 */
export function showProgress(output: Output, files: number, totalBytes: number): Progress {
  if (!output.isTerminal || files === 0)
    return { advance() {}, completed() {}, end: message => output.note(message) }
  const bar = progress({ output: process.stderr, max: STEPS })
  const message = () => `${done} of ${files} ${files === 1 ? 'file' : 'files'}`
  let done = 0
  let sent = 0
  let shown = 0
  bar.start(message())
  return {
    advance(bytes) {
      sent += bytes
      const steps = Math.min(STEPS, Math.floor((sent / totalBytes) * STEPS))
      if (steps > shown) bar.advance(steps - shown, message())
      shown = Math.max(shown, steps)
    },
    completed() {
      done++
      bar.message(message())
    },
    end: text => bar.stop(text),
  }
}
