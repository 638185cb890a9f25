import { afterEach, expect, it, vi } from 'vitest'
import { commandLine } from '../../../cli/next-step'

afterEach(() => vi.unstubAllEnvs())

it.each([
  [{}, 'exhibit wait'],
  [{ json: true }, 'exhibit wait --json'],
  [{ ref: 'fix/totals', json: true }, 'exhibit wait --ref fix/totals --json'],
  [{ pr: '#77' }, "exhibit wait --pr '#77'"],
  [{ pr: 'acme/shop#77' }, 'exhibit wait --pr acme/shop#77'],
  [{ ref: "it's done; $x" }, String.raw`exhibit wait --ref 'it'\''s done; $x'`],
  [{ ref: 'fix', pr: '77', project: 'shop' }, 'exhibit wait --ref fix --project shop'],
  [{ review: 'rev_1', ref: 'fix' }, 'exhibit wait --review rev_1'],
  [{ server: 'http://x:1' }, 'exhibit wait --server http://x:1'],
])('a hint for the next command repeats the options %j: %s', (options, expected) => {
  vi.stubEnv('npm_command', '')
  expect(commandLine('wait', options)).toBe(expected)
})

it('a hint for the next command uses `npx` if `npx` runs the program', () => {
  vi.stubEnv('npm_command', 'exec')
  expect(commandLine('wait', { ref: 'fix' })).toBe('npx --yes exhibit-cli wait --ref fix')
})
