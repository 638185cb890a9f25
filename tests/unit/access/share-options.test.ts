import { expect, test } from 'vitest'
import { describeShareOptions, shareOptionsBody, shareOptionsOf } from '~/access/share-options'

const stored = { allowComments: true, allowDownload: false, hasPassword: true }

test('a new link shows the review, and allows nothing else', () => {
  expect(shareOptionsBody(shareOptionsOf())).toEqual({
    allowComments: false,
    allowDownload: false,
    password: null,
  })
})

test('the form of a link has its options, and leaves its password until another is entered', () => {
  const form = shareOptionsOf(stored)
  expect(form).toEqual({ ...stored, password: '' })
  expect(shareOptionsBody(form)).toEqual({ allowComments: true, allowDownload: false, password: undefined })
  expect(shareOptionsBody({ ...form, password: 'open sesame' }).password).toBe('open sesame')
})

test('a password that is turned off is removed, with the text that was entered for it', () => {
  expect(shareOptionsBody({ ...shareOptionsOf(stored), hasPassword: false, password: 'x' }).password).toBe(
    null,
  )
})

test('a link says in one order what it asks of visitors and what it allows them', () => {
  expect(describeShareOptions({ ...stored, allowDownload: true })).toBe('Password · Comments · Downloads')
  expect(describeShareOptions({ ...stored, allowComments: false })).toBe('Password')
  expect(describeShareOptions(shareOptionsOf())).toBe('')
})
