// For nuxt.config.ts: the components of Nuxt UI that the application uses.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the names of the components of Nuxt UI in the templates of the application, without their prefix
 * `U`: style sheets have the classes of these alone. Nuxt UI itself looks for them only in `app/`.
 * @param {string} root
 * @returns {string[]}
 */
export function usedUiComponents(root) {
  const files = globSync(['app/**/*.vue', 'components/**/*.vue', 'pages/**/*.vue'], { cwd: root })
  const names = files.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/<U([A-Z]\w*)/g)].map(([, name]) => name ?? ''),
  )
  return [...new Set(names)].toSorted()
}
