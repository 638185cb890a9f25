import { expect, it } from 'vitest'
import { describeShareOptions, shareOptionsBody, shareOptionsOf } from '~/access/share-options'

const stored = { allowComments: true, allowDownload: false, hasPassword: true }

it('a new share link shows the review, and allows neither comments nor downloads', () => {
  expect(shareOptionsBody(shareOptionsOf())).toEqual({
    allowComments: false,
    allowDownload: false,
    password: null,
  })
})

it('the form of a share link leaves the stored password unchanged until a new one is entered', () => {
  const form = shareOptionsOf(stored)
  expect(form).toEqual({ ...stored, password: '' })
  expect(shareOptionsBody(form)).toEqual({ allowComments: true, allowDownload: false, password: undefined })
  expect(shareOptionsBody({ ...form, password: 'open sesame' }).password).toBe('open sesame')
})

it('switching off the password of a share link removes the password, even if a new one was typed', () => {
  expect(shareOptionsBody({ ...shareOptionsOf(stored), hasPassword: false, password: 'x' }).password).toBe(
    null,
  )
})

it('the summary of a share link lists its password, comments and downloads in that order', () => {
  expect(describeShareOptions({ ...stored, allowDownload: true })).toBe('Password · Comments · Downloads')
  expect(describeShareOptions({ ...stored, allowComments: false })).toBe('Password')
  expect(describeShareOptions(shareOptionsOf())).toBe('')
})
