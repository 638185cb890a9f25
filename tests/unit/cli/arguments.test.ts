import { expect, it } from 'vitest'
import { textWithin } from '../../../cli/commands/arguments'

it('textWithin rejects a text that is longer than its limit', () => {
  expect(textWithin(200)('x'.repeat(200))).toHaveLength(200)
  expect(() => textWithin(200)('x'.repeat(201))).toThrow('It has 201 characters; use at most 200.')
})
