import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { readReplies } from '../../../cli/thread/replies'

const longest = 'x'.repeat(limits.commentBody)

describe('--address', () => {
  it.each([
    ['thr_1', { threadId: 'thr_1', body: undefined }],
    ['thr_1=Fixed: a = b.', { threadId: 'thr_1', body: 'Fixed: a = b.' }],
    ['thr_1=Two\nlines.', { threadId: 'thr_1', body: 'Two\nlines.' }],
    ['https://x.example/reviews/rev_1#thr_2=Fixed.', { threadId: 'thr_2', body: 'Fixed.' }],
    [`thr_1=${longest}`, { threadId: 'thr_1', body: longest }],
  ])('`--address` parses %j', (value, expected) => {
    expect(readReplies([value])).toEqual([expected])
  })

  it.each([
    [['Fixed.'], '"Fixed." is not the id of a thread.'],
    [['rev_1=Fixed.'], '"rev_1" is not the id of a thread.'],
    [['thr_1=-'], '--address takes the text for thr_1 itself, not - for stdin.'],
    [['thr_1= '], 'The text for thr_1 is empty.'],
    [['thr_1', 'thr_2', 'thr_1=Fixed.'], '--address names thr_1 twice.'],
    [[`thr_1=${longest}x`], `has ${limits.commentBody + 1} characters; the limit is ${limits.commentBody}.`],
  ])('`--address` rejects %j', (values, message) => {
    expect(() => readReplies(values)).toThrow(message)
  })
})
