import { describe, expect, it } from 'vitest'
import { notificationPhrase } from '#shared/notifications'

describe('a notification', () => {
  it('the phrase of a notification names the action and the comment', () => {
    expect(notificationPhrase('reply', 5)).toBe('replied in comment 5')
    expect(notificationPhrase('reply', null)).toBe('replied')
    expect(notificationPhrase('addressed', 5)).toBe('marked comment 5 as addressed')
    expect(notificationPhrase('addressed', null)).toBe('marked a comment as addressed')
  })
})
