import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { selectionOf } from '../../../scripts/test/selection.mjs'
import { root } from '../../support/paths'

const textOf = (path: string) => readFileSync(`${root}/${path}`, 'utf8')
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
const documents = ['README.md', 'CONTRIBUTING.md', 'AGENTS.md']

/** Returns the code in a document: code blocks and inline code. */
const codeOf = (document: string) =>
  [...textOf(document).matchAll(/^ *```\w*\n([\s\S]*?)^ *```|`([^`\n]+)`/gm)].map(
    ([, block, span]) => block ?? span ?? '',
  )

/** Finds the commands that begin with these words. Returns the other words of each command as a list. */
const commandsOf = (words: string) =>
  documents
    .flatMap(codeOf)
    .flatMap(code => code.split('\n'))
    .map(line => line.replace(/\s#.*/, '').trim())
    .filter(line => line.includes(words))
    .map(line => {
      const [, after = ''] = line.split(words)
      return [...after.matchAll(/'([^']*)'|[^\s']+/g)].map(([word, quoted]) => quoted ?? word)
    })

/** Returns whether a word is a placeholder for a value that the reader chooses, such as FILE. */
const isPlaceholder = (word: string) => /^[A-Z]+$/.test(word)

function hasTest(paths: string[], title: string): boolean {
  const files = paths.flatMap(path =>
    path.endsWith('.ts') ? [path] : globSync(`${path}/**/*.ts`, { cwd: root }),
  )
  const named = new RegExp(`\\b(?:it|test)\\b.*${title}`)
  return files.some(file =>
    textOf(file)
      .split('\n')
      .some(line => named.test(line)),
  )
}

describe('the commands in README.md, CONTRIBUTING.md and AGENTS.md', () => {
  it('each npm script that README, CONTRIBUTING or AGENTS names is in package.json', () => {
    const names = commandsOf('npm run ').map(([name]) => name)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter(name => name !== undefined && !(name in scripts))).toEqual([])
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['start', 'test']))
  })

  it('each npm test command in README, CONTRIBUTING or AGENTS selects tests that exist', () => {
    const commands = commandsOf('npm test -- ')
    expect(commands.length).toBeGreaterThan(5)
    for (const args of commands) {
      const { options, paths } = selectionOf(args.filter(word => !isPlaceholder(word)))
      if (options.title) expect([args, hasTest(paths, options.title)]).toEqual([args, true])
    }
  })

  it('each path in a code block or inline code of README, CONTRIBUTING or AGENTS exists', () => {
    const path = /^(\.?\w+)\/[\w./-]*$/
    // A path begins with a folder of the project. Only a build writes the folder .output.
    const isPath = (word: string) => {
      const folder = path.exec(word)?.[1] ?? 'missing'
      return folder !== '.output' && existsSync(`${root}/${folder}`)
    }
    const words = documents.flatMap(codeOf).flatMap(code => code.split(/\s+/))
    const paths = words.filter(isPath)
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.filter(each => !existsSync(`${root}/${each}`))).toEqual([])
  })
})
