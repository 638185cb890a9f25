import { describe, expect, it } from 'vitest'
import { toCsv } from '~~/server/domain/export/csv'

describe('toCsv', () => {
  it('quotes every cell, and doubles quotation marks', () => {
    const rows = [
      ['a', 1, null],
      ['say "hi"', 'two\nlines', 'x,y'],
    ]
    expect(toCsv(rows)).toBe('\uFEFF"a","1",""\r\n"say ""hi""","two\nlines","x,y"\r\n')
  })

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    ' =1',
    '\n=1',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    '\u200b=1',
    '\ufeff＝1',
  ])('puts an apostrophe before text that a spreadsheet would run: %j', text => {
    expect(toCsv([[text]])).toBe(`\uFEFF"'${text}"\r\n`)
  })

  it.each(['1-1', 'a=b', "it's"])('leaves other text as it is: %s', text => {
    expect(toCsv([[text]])).toBe(`\uFEFF"${text}"\r\n`)
  })

  it('leaves numbers as they are', () => {
    expect(toCsv([[-1.5]])).toBe('\uFEFF"-1.5"\r\n')
  })
})
