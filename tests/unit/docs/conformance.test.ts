import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../support/paths'

const lines = readFileSync(`${root}/docs/conformance.md`, 'utf8')
  .split('\n')
  .filter(line => /^\| .+ \| (?:unit|api|e2e)\/\S+ \| .+ \|$/.test(line))
const cited = lines.map(line => {
  const [, file = '', title = ''] = line.slice(2, -2).split(' | ')
  return { file, title }
})

/**
 * Returns the text of a test file, with unescaped quotes in titles, and with each title directly after the
 * opening parenthesis of its test function.
 */
const textOf = (file: string) => {
  const folder = file.slice(0, file.lastIndexOf('/'))
  const name = readdirSync(`${root}/tests/${folder}`).find(each =>
    each.startsWith(`${file.slice(folder.length + 1)}.`),
  )
  return name === undefined
    ? ''
    : readFileSync(`${root}/tests/${folder}/${name}`, 'utf8')
        .replaceAll("\\'", "'")
        .replace(/\(\s+(?=['"`])/g, '(')
}

describe('docs/conformance.md', () => {
  it('docs/conformance.md cites only tests that exist, and cites each by its whole title', () => {
    expect(cited.length).toBeGreaterThan(100)
    expect(
      cited.filter(
        ({ file, title }) =>
          !["'", '"', '`'].some(quote => textOf(file).includes(`(${quote}${title}${quote},`)),
      ),
    ).toEqual([])
  })

  it('docs/conformance.md cites no file that contains `.skip`, `.only` or `.todo`', () => {
    for (const file of new Set(cited.map(each => each.file)))
      expect([file, /\b(?:it|test|describe)\.(?:skip|only|todo)\b/.test(textOf(file))]).toEqual([file, false])
  })
})
