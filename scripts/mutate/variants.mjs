// Builds a server that contains many faults. Each source file with faults becomes a module that contains the
// original and one variant for each fault. When the server starts, the module chooses one of them. A separate
// build for each fault would take most of the time.
import { join } from 'node:path'
import { plant } from './copy.mjs'

/** The file in the copy that contains the id of the fault to run. */
const CHOICE = 'fault'

/**
 * Writes the variants for all faults. Returns a function that chooses the fault with an id. For an empty id,
 * it chooses the originals. A file that registers something when it is loaded, such as a metric, cannot have
 * faults, because each variant would register it again.
 * @param {ReturnType<import('./copy.mjs').createCopy>} copy
 * @param {import('../../tests/mutations/fault.ts').Fault[]} faults
 * @returns {(id: string) => void}
 */
export function writeVariants(copy, faults) {
  const choose = id => copy.write(CHOICE, id)
  for (const [file, some] of Map.groupBy(faults, each => each.file)) {
    const source = copy.read(file)
    const pathOf = variant => file.replace(/\.ts$/, `.${variant}.ts`)
    copy.write(pathOf('original'), source)
    for (const fault of some) copy.write(pathOf(fault.id), plant(fault, source))
    const importPath = variant => `./${pathOf(variant).split('/').at(-1)}`
    const variants = some.map(({ id }, i) => ({ id, name: `variant${i}` }))
    const lines = [
      `import * as original from '${importPath('original')}'`,
      ...variants.map(({ id, name }) => `import * as ${name} from '${importPath(id)}'`),
      `export type * from '${importPath('original')}'`,
      `const variants = { ${variants.map(({ id, name }) => `'${id}': ${name}`).join(', ')} }`,
      // Modules of `shared` are also part of the pages, which always use the original: `fs` is undefined
      // there.
      `const fs = globalThis.process?.getBuiltinModule?.('node:fs')`,
      `const chosen = variants[fs?.readFileSync('${join(copy.folder, CHOICE)}', 'utf8')] ?? original`,
      ...exportedNames(source, file).map(name => `export const ${name} = chosen.${name}`),
    ]
    copy.write(file, lines.join('\n'))
  }
  choose('')
  return choose
}

/**
 * Returns the names of the values that a module exports. Throws for exports that a variant cannot replace.
 */
function exportedNames(source, file) {
  const other = /^export (?:default|let|\*|\{).*/m.exec(source)
  if (other) throw new Error(`${file} cannot have variants: ${other[0]}`)
  return [...source.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].map(([, name]) => name)
}
