import { describe, expect, it } from 'vitest'
import { csvRow } from '~~/server/domain/export/csv'

describe('csvRow', () => {
  it('csvRow encloses every cell in quotation marks, and doubles quotation marks in the text', () => {
    const rows = [
      ['a', 1, null],
      ['say "hi"', 'two\nlines', 'x,y'],
    ]
    expect(rows.map(csvRow).join('')).toBe('"a","1",""\r\n"say ""hi""","two\nlines","x,y"\r\n')
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
  ])('csvRow puts an apostrophe before text that a spreadsheet would run as a formula: %j', text => {
    expect(csvRow([text])).toBe(`"'${text}"\r\n`)
  })

  it.each(['1-1', 'a=b', "it's"])('csvRow does not change other text: %s', text => {
    expect(csvRow([text])).toBe(`"${text}"\r\n`)
  })

  it('csvRow does not change numbers', () => {
    expect(csvRow([-1.5])).toBe('"-1.5"\r\n')
  })
})
