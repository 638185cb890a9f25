import { expect, test, vi } from 'vitest'

const modules = import.meta.glob(['/app/**/*.ts', '!/app/bundle/**'])
const components = import.meta.glob<string>('/{app,components,pages}/**/*.vue', {
  query: '?raw',
  import: 'default',
})

/** Returns the line of a stack trace with the dashboard module that has read an interface text. */
const reader = (stack = '') =>
  stack.split('\n').find(line => line.includes('/app/') && !line.includes('/app/text/language/')) ?? stack

test('no module of the dashboard reads an interface text at the time when the module is loaded', async () => {
  vi.resetModules()
  const { readLanguageFrom } = await import('~/text/language/current-language')
  const places = new Set<string>()
  readLanguageFrom(() => {
    places.add(reader(new Error('read').stack))
    return undefined
  })
  for (const load of Object.values(modules)) await load()
  expect([...places]).toEqual([])
  vi.resetModules()
})

test('components have only setup scripts, which do not run when their module is loaded', async () => {
  const found: string[] = []
  for (const [path, load] of Object.entries(components))
    if (/<script(?![^>]*\bsetup\b)/.test(await load())) found.push(path)
  expect(found).toEqual([])
})
