import { describe, expect, it } from 'vitest'
import { jsonSizeOf } from '#shared/json-size'

describe('the size of a JSON text', () => {
  it.each([
    ['', 0, 0],
    ['1', 0, 0],
    ['[]', 1, 1],
    ['{"a":1,"b":[2,3]}', 2, 4],
    ['[[],[],[]]', 2, 6],
    ['["[,{", "\\"[,"]', 1, 2],
    ['[[[[]]]]', 4, 4],
  ])('the size of the JSON text %s is its depth and its number of values', (text, depth, values) => {
    expect(jsonSizeOf(text)).toEqual({ depth, values })
  })

  it('the size of a JSON text counts at least as many values as the text contains', () => {
    const value = { list: Array.from({ length: 50 }, (_, i) => ({ i, next: [[], i] })), text: ',[' }
    let counted = -1
    JSON.parse(JSON.stringify(value), (_, each: unknown) => {
      counted++
      return each
    })
    expect(jsonSizeOf(JSON.stringify(value)).values).toBeGreaterThanOrEqual(counted)
  })
})
