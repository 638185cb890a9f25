import type { Notification } from '#shared/contract/notification'
import type { Call } from '../server/client'
import type { Person } from './sign-up'

/** Returns the notifications of a person, newest first. */
export const notificationsOf = async (person: Person) =>
  (await person.call<{ notifications: Notification[] }>('GET', '/api/notifications')).body.notifications

/** Returns the notifications of a person about a review as texts such as "Ann mention", newest first. */
export const notificationsAbout = async (person: Person, reviewId: string) =>
  (await notificationsOf(person))
    .filter(each => each.review.id === reviewId)
    .map(each => `${each.actor.name} ${each.kind}`)

export const unreadOf = async (person: Person) =>
  (
    await person.call<{ count: number; accessRequests: number; reviewIds: string[] }>(
      'GET',
      '/api/notifications/unread',
    )
  ).body

/** Asks people for their verdict on a review. */
export const requestVerdicts = (by: Person, reviewId: string, people: Person[]) =>
  by.call('PUT', `/api/reviews/${reviewId}/reviewers`, { userIds: people.map(each => each.id) })

export const decide = (by: Person, reviewId: string, status: string) =>
  by.call('POST', `/api/reviews/${reviewId}/status`, { status })

/** Starts a thread on a review, and returns the id of the thread. */
export const write = async (call: Call, reviewId: string, body: string) =>
  (await call<{ threadId: string }>('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body })).body
    .threadId

export const reply = (call: Call, threadId: string, body: string) =>
  call('POST', `/v1/threads/${threadId}/replies`, { body })
