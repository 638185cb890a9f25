import { execFile } from 'node:child_process'
import { cpSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { createCopy } from '../../../scripts/mutate/copy.mjs'
import { shapeKinds } from '#shared/contract/geometry'
import { root } from '../../support/paths'

const run = promisify(execFile)
const SHAPES = 'shared/annotation/shapes'

/**
 * A copy of the project with one more kind of shape. The kind is added as `docs/architecture.md` describes:
 * with a folder, and with its name in the list of kinds.
 */
const copy = createCopy()
afterAll(() => copy.remove())
cpSync(join(root, 'tests/fixtures/triangle'), join(copy.folder, SHAPES, 'triangle'), { recursive: true })
const list = `${SHAPES}/registry.ts`
const source = copy.read(list)
const added = source.replace(/(export const shapes = \{[^}]*?),?\s*\}/, '$1, triangle }')
if (added === source) throw new Error(`${list} has no list of kinds`)
copy.write(list, `import { triangle } from './triangle'\n${added}`)

/** Runs a tool of `node_modules` in the copy; throws its output if it fails. */
async function runInCopy(tool: string, ...args: string[]): Promise<string> {
  try {
    const env = { ...process.env, NO_COLOR: '1', VITEST: undefined }
    const { stdout } = await run(process.execPath, [`node_modules/${tool}`, ...args], {
      cwd: copy.folder,
      env,
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(stdout + stderr, { cause: error })
  }
}

describe('a kind of shape that is added as a folder and as a name in the list of kinds', () => {
  // Compiling the server and the dashboard once more takes a minute on two busy cores.
  it.runIf(process.env.TEST_FULL)('an added kind of shape compiles in server and dashboard', async () => {
    copy.write(
      'tsconfig.dashboard.json',
      JSON.stringify({
        extends: './.nuxt/tsconfig.app.json',
        include: ['./.nuxt/nuxt.d.ts', './app/**/*.ts'],
        exclude: [],
      }),
    )
    for (const config of ['.nuxt/tsconfig.server.json', 'tsconfig.dashboard.json'])
      await runInCopy('typescript-7/bin/tsc', '-p', config, '--noEmit', '--incremental', 'false')
  })

  it('an added kind of shape passes the tests that every kind of shape has to pass', async () => {
    const tests = ['annotation/shapes/every-shape', 'media/marked-shapes'].map(
      each => `tests/unit/${each}.test.ts`,
    )
    const output = await runInCopy(
      'vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      '--reporter',
      'verbose',
      ...tests,
    )
    for (const each of ['a shape of kind triangle', 'the mark of a shape of kind triangle'])
      expect(output).toContain(each)
  })
})

it('code outside of the folders of shapes never compares the kind of a shape', () => {
  const files = globSync('{app,components,pages,server,shared,cli}/**/*.{ts,vue}', { cwd: root })
  const comparison = new RegExp(`(?:[!=]==?\\s*|case )'(?:${shapeKinds.join('|')})'`)
  const asking = files.filter(
    file => !file.startsWith(SHAPES) && comparison.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(asking).toEqual([])
  expect(comparison.test("shape.kind === 'arrow'")).toBe(true)
})
