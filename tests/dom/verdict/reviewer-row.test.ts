import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import PersonAvatar from '~~/components/common/PersonAvatar.vue'
import RelativeTime from '~~/components/common/RelativeTime.vue'
import ReviewerAvatar from '~~/components/verdict/ReviewerAvatar.vue'
import ReviewerRow from '~~/components/verdict/ReviewerRow.vue'
import { artifact, revision } from '../../support/dom/fixtures'
import { settle } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

/** Shows a verdict that was given at a time on evidence with three revisions, the last one on 3 June. */
async function rowOf(decidedAt: string | null, count = 3) {
  const revisions = ['2026-06-01', '2026-06-02', '2026-06-03']
    .slice(0, count)
    .map((day, index) => revision(`rvs_${index + 1}a`, index + 1, { completedAt: `${day}T09:00:00.000Z` }))
  const reviewer = {
    ...{ userId: 'usr_bo', name: 'Bo', isRequested: false, isAwaited: false, comment: null, mentions: [] },
    ...{ status: decidedAt ? ('changes_requested' as const) : null, decidedAt },
  }
  const { wrapper } = await mountOnReview(() => ({}), {
    artifacts: [artifact('a', count, { revisions })],
    view: () => h(ReviewerRow, { reviewer, canWithdraw: false }),
    components: { AppIcon, PersonAvatar, RelativeTime, ReviewerAvatar },
  })
  await settle()
  return wrapper.text()
}

test('the row of a reviewer states which revision of the shown evidence the verdict is about', async () => {
  expect(await rowOf('2026-06-02T10:00:00.000Z')).toMatch(/Changes requested.*on r2/)
  expect(await rowOf('2026-06-03T10:00:00.000Z')).toMatch(/Changes requested.*on r3/)
})

test('the row of a reviewer names no revision without a verdict or with only one revision', async () => {
  expect(await rowOf(null)).not.toContain('on r')
  expect(await rowOf('2026-06-03T10:00:00.000Z', 1)).not.toContain('on r')
})
