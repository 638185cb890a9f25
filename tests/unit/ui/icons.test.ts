import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { icons as lucide } from '@iconify-json/lucide'

it('each icon name in the source exists in the icon set', () => {
  const files = globSync(['{app,components,pages,shared}/**/*.{vue,ts}', 'app/assets/css/*.css'])
  const names = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bi-lucide-([a-z0-9-]*)/g)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(90)
  const known = { ...lucide.icons, ...lucide.aliases }
  expect(names.filter(name => !(name in known))).toEqual([])
})
