import { expect, it } from 'vitest'
import { selectionOf } from '../../../scripts/test/selection.mjs'
import { root } from '../../support/paths'

const steps = ['types', 'lint', 'unit', 'browser', 'api', 'nodes', 'fuzz']
const chosenBy = (...args: string[]) => steps.filter(selectionOf(args).isChosen)

it('npm test runs the named steps with all their tests, or else every step (fuzz only with --full)', () => {
  expect(chosenBy()).toEqual(steps.filter(step => step !== 'fuzz'))
  expect(chosenBy('--full')).toEqual(steps)
  expect(chosenBy('--full', 'unit')).toEqual(['unit'])
  expect(chosenBy('lint', 'api')).toEqual(['lint', 'api'])
  expect(selectionOf(['api', '--shard', '1/2'])).toMatchObject({ options: { shard: '1/2' } })
  expect(selectionOf(['api']).pathsIn('api')).toEqual([])
})

it('npm test with paths runs only the tests at these paths, in the steps of their folders', () => {
  const unit = 'tests/unit/scripts/selection.test.ts'
  const { isChosen, pathsIn, options } = selectionOf([`./${unit}`, `${root}/tests/dom/ui`, '-t', 'npm test'])
  expect(steps.filter(isChosen)).toEqual(['unit'])
  expect([pathsIn('unit'), pathsIn('dom')]).toEqual([[unit], ['tests/dom/ui']])
  expect([pathsIn('api'), options.title]).toEqual([undefined, 'npm test'])
  expect(chosenBy('tests/api/server')).toEqual(['api'])
  expect(chosenBy('tests/api/cluster')).toEqual(['nodes'])
  expect(chosenBy('tests/e2e/app')).toEqual(['browser'])
  expect(chosenBy('tests/media-truth/png.truth.ts', 'types')).toEqual(['types', 'browser'])
})

it.each(['units', 'tests/unit/missing.test.ts', 'tests/support', 'tests', '../tests/unit'])(
  'npm test refuses "%s", which is neither a step nor a path of tests',
  argument => {
    expect(() => selectionOf(['unit', argument])).toThrow(/: name steps \(types, lint, .*e2e.* in tests\//)
  },
)
