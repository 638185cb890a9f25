import { describe, expect, it } from 'vitest'
import { formatQuota } from '~/workspace/quotas'

describe('formatQuota', () => {
  it('formatQuota formats a quota with its unit', () => {
    expect([
      formatQuota('fileBytes', 52_428_800),
      formatQuota('videoMs', 90_000),
      formatQuota('reviewsPerMonth', 1_234_567),
      formatQuota('members', 3),
    ]).toEqual(['50 MiB', '1.5 min', '1,234,567', '3'])
  })
})
