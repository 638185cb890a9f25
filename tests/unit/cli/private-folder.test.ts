import { expect, it } from 'vitest'
import { isPrivate } from '../../../cli/account/private-folder'

const folder = { uid: 1000, mode: 0o40700, isDirectory: () => true }

it.each([
  ['of the user', {}, 1000, true],
  ['of another user', { uid: 1001 }, 1000, false],
  ['of root', { uid: 0 }, 1000, false],
  ['that the group may read', { mode: 0o40750 }, 1000, false],
  ['that others may open', { mode: 0o40701 }, 1000, false],
  ['that is none', { isDirectory: () => false }, 1000, false],
  ['on Windows', { uid: 0, mode: 0o40666 }, -1, true],
])('isPrivate checks whether only the user may use a folder %s', (_, difference, uid, expected) => {
  expect(isPrivate({ ...folder, ...difference }, uid)).toBe(expected)
})
