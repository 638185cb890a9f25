import { defineAvatars } from './avatars'
import { defineConversation } from './conversation'
import { defineEvidence } from './evidence'
import { defineForges } from './forges'
import type { Kit } from './kit'
import { defineNotifications } from './notifications'
import { definePeople } from './people'
import { defineRecords } from './records'
import { defineReviews } from './reviews'
import { defineWebhooks } from './webhooks'
import { defineWorkspaces } from './workspaces'

/** Defines all tables with one set of column builders, so that both databases have the same row types. */
export function defineSchema(kit: Kit) {
  const people = definePeople(kit)
  const workspaces = defineWorkspaces(kit, people)
  const reviews = defineReviews(kit, people, workspaces)
  const evidence = defineEvidence(kit, reviews)
  const conversation = defineConversation(kit, people, reviews, evidence)
  const notifications = defineNotifications(kit, people, reviews, evidence, conversation)
  const records = defineRecords(kit, workspaces, reviews)
  const webhooks = defineWebhooks(kit, workspaces, reviews)
  const forges = defineForges(kit, reviews)
  const avatars = defineAvatars(kit, people)
  return {
    ...people,
    ...workspaces,
    ...reviews,
    ...evidence,
    ...conversation,
    ...notifications,
    ...records,
    ...webhooks,
    ...forges,
    ...avatars,
  }
}
