import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { root } from '../../support/paths'

/**
 * Matches radii above the scale of the design (6, 8 and 10 px), and shadows other than the shadow of floating
 * elements.
 */
const others = /\brounded-(?:\w{1,2}-)?[2-4]?xl\b|\bshadow-(?:2?xs|sm|md|2?xl)\b/g

it('components use only the corner radii and shadows of the design', () => {
  const files = globSync('{components,pages,app}/**/*.{vue,ts,css}', { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  const found = files.flatMap(file =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(others)].map(([name]) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})
