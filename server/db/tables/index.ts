import { defineConversation } from './conversation'
import { defineEvidence } from './evidence'
import { defineForges } from './forges'
import type { Kit } from './kit'
import { definePeople } from './people'
import { defineRecords } from './records'
import { defineReviews } from './reviews'
import { defineWebhooks } from './webhooks'
import { defineWorkspaces } from './workspaces'

/** Defines every table with one kit of columns, so that each database has the same row types. */
export function defineSchema(kit: Kit) {
  const people = definePeople(kit)
  const workspaces = defineWorkspaces(kit, people)
  const reviews = defineReviews(kit, workspaces)
  const evidence = defineEvidence(kit, reviews)
  const conversation = defineConversation(kit, people, reviews, evidence)
  const records = defineRecords(kit, workspaces, reviews)
  const webhooks = defineWebhooks(kit, workspaces, reviews)
  const forges = defineForges(kit, reviews)
  return {
    ...people,
    ...workspaces,
    ...reviews,
    ...evidence,
    ...conversation,
    ...records,
    ...webhooks,
    ...forges,
  }
}
