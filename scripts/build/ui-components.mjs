// Finds the components of Nuxt UI that the application uses, for nuxt.config.ts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the names of the Nuxt UI components that the templates of the application use, without the prefix
 * `U`. With this list, the style sheet contains only the classes of these components. Nuxt UI's own detection
 * reads only `app/`.
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
