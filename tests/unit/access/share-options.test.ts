import { expect, test } from 'vitest'
import { describeShareOptions, shareOptionsBody, shareOptionsOf } from '~/access/share-options'

const stored = { allowComments: true, allowDownload: false, hasPassword: true }

test('a new share link shows the review, and allows neither comments nor downloads', () => {
  expect(shareOptionsBody(shareOptionsOf())).toEqual({
    allowComments: false,
    allowDownload: false,
    password: null,
  })
})

test('the form of a share link leaves the stored password unchanged until a new one is entered', () => {
  const form = shareOptionsOf(stored)
  expect(form).toEqual({ ...stored, password: '' })
  expect(shareOptionsBody(form)).toEqual({ allowComments: true, allowDownload: false, password: undefined })
  expect(shareOptionsBody({ ...form, password: 'open sesame' }).password).toBe('open sesame')
})

test('switching off the password of a share link removes it, even if a new password was typed', () => {
  expect(shareOptionsBody({ ...shareOptionsOf(stored), hasPassword: false, password: 'x' }).password).toBe(
    null,
  )
})

test('the summary of a share link lists its password, comments and downloads in that order', () => {
  expect(describeShareOptions({ ...stored, allowDownload: true })).toBe('Password · Comments · Downloads')
  expect(describeShareOptions({ ...stored, allowComments: false })).toBe('Password')
  expect(describeShareOptions(shareOptionsOf())).toBe('')
})
