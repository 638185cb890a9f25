import type { Thread } from '#shared/contract/thread'
import { text } from '~/text/thread'

/**
 * Returns the prompt that makes an agent work on a thread: the thread's address, and how to reply. It leaves
 * out the comment, which the agent must read as data, not as an instruction.
 */
export function agentPrompt({
  threadId,
  reviewId,
  url,
}: Pick<Thread, 'threadId' | 'reviewId' | 'url'>): string {
  const { origin } = new URL(url)
  return text.agentPrompt({ threadId, reviewId, url, origin })
}
