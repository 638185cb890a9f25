import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { root } from '../paths'

/** A use of one file by another; paths are relative to the repository. */
interface Use {
  readonly from: string
  readonly to: string
}

/** Returns a source without its comments, so that a name in a comment does not count. */
const withoutComments = (source: string) =>
  source.replace(/<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, '')

/** Returns the path of an imported file, relative to the repository, or undefined for a package. */
function importedPath(from: string, specifier: string, files: ReadonlySet<string>): string | undefined {
  const path = specifier.startsWith('.')
    ? posix.join(posix.dirname(from), specifier)
    : specifier.replace(/^~~\//, '').replace(/^~\//, 'app/')
  return [path, `${path}.ts`, `${path}/index.ts`].find(each => files.has(each))
}

/** Returns the paths of the source files of the dashboard. */
export const clientFiles = (): string[] =>
  globSync('{app,components,pages}/**/*.{ts,vue}', { cwd: root }).toSorted()

/**
 * Returns which files of `app/`, `components/` and `pages/` use each other: by imports, including type
 * imports, and by names that Nuxt imports automatically (composables in code, components in templates).
 */
export function readClientUses(): Use[] {
  const files = clientFiles()
  const known = new Set(files)
  const sources = new Map(
    files.map(file => [file, withoutComments(readFileSync(posix.join(root, file), 'utf8'))]),
  )
  const composables = new Map<string, string>()
  const components = new Map<string, string>()
  for (const [file, source] of sources) {
    if (file.startsWith('components/')) components.set(posix.parse(file).name, file)
    else if (file.startsWith('app/'))
      for (const [, name = ''] of source.matchAll(/^export (?:async )?(?:function|const) (use[A-Z]\w*)/gm))
        composables.set(name, file)
  }
  return [...sources].flatMap(([from, source]) => {
    const imported = [...source.matchAll(/(?:\bfrom|\bimport|new URL\()[\s(]*'([^']+)'/g)].map(
      ([, path = '']) => importedPath(from, path, known),
    )
    const named = [...source.matchAll(/(?<![.\w])use[A-Z]\w*/g)].map(([name]) => composables.get(name))
    // Searches only the template for components, because before the template, `<` begins a type argument.
    const template = from.endsWith('.vue') ? source.slice(source.indexOf('<template>')) : ''
    const tags = [...template.matchAll(/<(?:Lazy)?([A-Z]\w*)/g)].map(([, name = '']) => components.get(name))
    const used = new Set([...imported, ...named, ...tags])
    return [...used].flatMap(to => (to && to !== from ? [{ from, to }] : []))
  })
}
