import { expect, it } from 'vitest'
import {
  describeShareOptions,
  newShareLinkForm,
  shareLinkBody,
  shareLinkFormOf,
} from '~/access/share-link-form'

const stored = {
  id: 'shl_1',
  name: 'Design team',
  hasAddress: true,
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: 'Ann',
  expiresAt: '2026-12-01T00:00:00.000Z',
  allowComments: true,
  allowDownload: false,
  hasPassword: true,
  revokedAt: null,
}

it('a new share link has no name and no end, and allows neither comments nor downloads', () => {
  expect(shareLinkBody(newShareLinkForm())).toEqual({
    name: null,
    expiresInHours: null,
    allowComments: false,
    allowDownload: false,
    password: null,
  })
})

it('the form of a share link leaves its end and password unchanged until new ones are entered', () => {
  const form = shareLinkFormOf(stored)
  expect(shareLinkBody(form)).toEqual({
    name: 'Design team',
    expiresInHours: undefined,
    allowComments: true,
    allowDownload: false,
    password: undefined,
  })
  expect(shareLinkBody({ ...form, password: 'open sesame' }).password).toBe('open sesame')
  expect(shareLinkBody({ ...form, hours: 24 }).expiresInHours).toBe(24)
  expect(shareLinkBody({ ...form, hours: null }).expiresInHours).toBeNull()
})

it('the form of a share link that never expires has no expiry selected', () => {
  expect(shareLinkFormOf({ ...stored, expiresAt: null }).hours).toBeNull()
})

it('a name of spaces removes the name of a share link', () => {
  expect(shareLinkBody({ ...shareLinkFormOf(stored), name: '  ' }).name).toBeNull()
})

it('switching off the password of a share link removes the password, even if a new one was typed', () => {
  const form = { ...shareLinkFormOf(stored), hasPassword: false, password: 'x' }
  expect(shareLinkBody(form).password).toBeNull()
})

it('the summary of a share link lists its password, comments and downloads in that order', () => {
  expect(describeShareOptions({ ...stored, allowDownload: true })).toBe('Password · Comments · Downloads')
  expect(describeShareOptions({ ...stored, allowComments: false })).toBe('Password')
  expect(describeShareOptions(newShareLinkForm())).toBe('')
})
