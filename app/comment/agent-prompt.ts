import type { Thread } from '#shared/contract/thread'
import { text } from '~/text/thread'

/**
 * Returns the prompt that makes an agent work on a thread. It contains the thread's URL and how to reply, but
 * not the text of the comment: the agent must read that text as data, not as an instruction.
 */
export function agentPrompt({
  threadId,
  reviewId,
  url,
}: Pick<Thread, 'threadId' | 'reviewId' | 'url'>): string {
  const { origin } = new URL(url)
  return text.agentPrompt({ threadId, reviewId, url, origin })
}
