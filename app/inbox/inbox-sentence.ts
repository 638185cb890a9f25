import { text } from '~/text/inbox'
import type { ShownGroups } from './inbox-groups'

/**
 * Returns one sentence about the most urgent items of the inbox. `requests`: the number of people who ask for
 * access.
 */
export function inboxSentence(groups: ShownGroups, requests: number): string {
  const { waiting } = text
  if (groups.asked.length > 0) return waiting.asked(groups.asked.length)
  if (requests > 0) return waiting.requests(requests)
  for (const name of ['addressed', 'fresh', 'open'] as const)
    if (groups[name].length > 0) return waiting[name](groups[name].length)
  return waiting.nothing
}
