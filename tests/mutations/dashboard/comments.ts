import type { Fault } from '../fault.ts'

export const dashboardComments: Fault[] = [
  {
    id: 'safari-ime-enter',
    file: 'app/ui/keys/ime-keys.ts',
    search: 'isComposing || keyCode === IME_KEY_CODE',
    replace: 'isComposing',
    tests: ['tests/dom/ui/keys/ime-keys.test.ts'],
    why: 'In Safari, the Enter that takes a candidate of an input method sends or picks a mention.',
  },
  {
    id: 'dismissed-suggestions-return',
    file: 'app/comment/use-mention-input.ts',
    search: "else if (event.key === 'Escape') finishedAt.value = query.value?.start\n",
    replace: "else if (event.key === 'Escape') query.value = null\n",
    tests: ['tests/dom/comment/use-mention-input.test.ts'],
    why: 'A list of people that was dismissed returns with the next letter, and takes Enter and Tab.',
  },
  {
    id: 'text-pasted-as-picture',
    file: 'app/comment/use-image-drop.ts',
    search: "if (files.length === 0 || event.clipboardData?.getData('text/plain')) return\n",
    replace: 'if (files.length === 0) return\n',
    tests: ['tests/dom/comment/use-image-drop.test.ts'],
    why: 'Cells of a spreadsheet are attached as a picture, and their text is not pasted.',
  },
  {
    id: 'undo-over-next-comment',
    file: 'app/conversation/use-comment-form.ts',
    search: `async () => {
        if (hasDraft(at)) throw new Error(texts.form.otherDraft)
        restore()`,
    replace: `async () => {
        restore()`,
    tests: ['tests/dom/conversation/use-comment-form.test.ts'],
    why: 'Undo of a discarded comment deletes the one that is being written.',
  },
  {
    id: 'click-moves-written-comment',
    file: 'app/stage/marks/use-draft-marks.ts',
    search: ' || hasDraft(draftName(reviewId, open))',
    replace: '',
    tests: ['tests/dom/stage/use-stage-marks.test.ts'],
    why: 'A click while a comment is written moves the comment instead of adding a point.',
  },
  {
    id: 'drafts-of-another-person',
    file: 'app/ui/page/use-draft-text.ts',
    search: 'if (before !== null && before !== personId) clearDraftTexts()\n',
    replace: '',
    tests: ['tests/dom/account/draft-author.test.ts'],
    why: 'After a session has expired, the next person reads the draft of the previous person.',
  },
  {
    id: 'old-read-hides-new-comment',
    file: 'app/review-state/use-review-source.ts',
    search: 'if (updateCount !== countBefore) return await read()\n',
    replace: '',
    tests: ['tests/dom/review-state/use-review-source.test.ts'],
    why: 'A pending comment disappears until something else in the review changes.',
  },
  {
    id: 'undo-repeats-the-last',
    file: 'app/ui/messages/use-undo-history.ts',
    search: '    steps.value = steps.value.filter(each => each !== step)\n',
    replace: '',
    tests: ['tests/dom/conversation/undo-in-turn.test.ts'],
    why: 'A second Undo repeats the first one, and the change before is never undone.',
  },
]
