// Finds the components of Nuxt UI that the application uses, for nuxt.config.ts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the names, without the prefix `U`, of the components of Nuxt UI that the templates of the
 * application use. The style sheet then only contains the classes of these components. Nuxt UI's own
 * detection only reads `app/`.
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
