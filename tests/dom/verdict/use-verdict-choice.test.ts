import { expect, test } from 'vitest'
import { ref } from 'vue'
import { useVerdictCard } from '~/verdict/use-verdict-card'
import { useVerdictChoice } from '~/verdict/use-verdict-choice'
import { thread } from '../../support/dom/fixtures'
import { mountOnReview } from '../../support/dom/review-page'

async function mountChoice() {
  const comment = ref('')
  const { result } = await mountOnReview(
    () => ({ ...useVerdictChoice(comment), choice: useVerdictCard().choice }),
    { threads: [thread('1'), thread('2')] },
  )
  return { ...result, comment }
}

test('the button that verifies a review names the comments that stay open', async () => {
  const { chosen, choice, sendLabel } = await mountChoice()
  choice.value = 'verified'
  expect(sendLabel.value).toBe('Verify with 2 open comments')
  chosen.value = 'changes_requested'
  expect(sendLabel.value).toBe('Request changes')
})

test('nothing is chosen until the person chooses, and the button says what is missing', async () => {
  const { chosen, missing, sendLabel, comment } = await mountChoice()
  comment.value = 'Looks better'
  expect([chosen.value, missing.value, sendLabel.value]).toEqual([undefined, 'choice', 'Choose a verdict'])
  chosen.value = 'verified'
  expect(missing.value).toBeUndefined()
})

test('sending only comments needs a text', async () => {
  const { chosen, missing, comment, commentLabel, sendLabel } = await mountChoice()
  chosen.value = 'changes_requested'
  expect(missing.value).toBeUndefined()
  const before = commentLabel.value
  chosen.value = 'comment'
  expect(commentLabel.value).not.toBe(before)
  comment.value = ' '
  expect([missing.value, sendLabel.value]).toEqual(['text', 'Write a comment'])
  comment.value = 'Looks better'
  expect([missing.value, sendLabel.value]).toEqual([undefined, 'Comment'])
})
