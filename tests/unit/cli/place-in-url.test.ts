import { expect, it } from 'vitest'
import { placeIn } from '../../../cli/capture/place-in-url'

it.each(['#account', '#/settings/members', '#!/cart', '#a_b-1', `#${'a'.repeat(64)}`])(
  'the URL fragment %s names a place or a route, and is sent',
  hash => {
    expect(placeIn(hash)).toBe(hash)
  },
)

it.each([
  '',
  '#',
  '#access_token=abc',
  '#/reset?token=abc',
  '#a&b',
  '#a%20b',
  '#a.b',
  '#a\nb',
  'account',
  `#${'a'.repeat(65)}`,
])('the URL fragment %j may contain a secret, and is left out', hash => {
  expect(placeIn(hash)).toBe('')
})
