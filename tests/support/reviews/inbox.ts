import type { Output } from '#shared/contract'
import { inboxGroups } from '#shared/contract/review-list'
import type { ReviewSummary } from '#shared/contract/review-list'
import type { Person } from '../people/sign-up'

/** The inbox of a person. */
export type Inbox = Output<'readInbox'>

export const readInbox = async (person: Person): Promise<Inbox> =>
  (await person.call<Inbox>('GET', '/api/inbox')).body

/** Returns the reviews in the inbox of a person, in the order of its groups. */
export async function listedIn(person: Person): Promise<ReviewSummary[]> {
  const inbox = await readInbox(person)
  return inboxGroups.flatMap(group => inbox[group])
}

/** Returns the ids of the reviews in each group that is not empty. */
export async function groupsOf(person: Person): Promise<Record<string, string[]>> {
  const inbox = await readInbox(person)
  const groups = inboxGroups.map(group => [group, inbox[group].map(each => each.id)] as const)
  return Object.fromEntries(groups.filter(([, ids]) => ids.length > 0))
}
