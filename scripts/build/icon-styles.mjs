// A Nuxt module: the icons that the app uses, as a style sheet.
import { getIconsCSS } from '@iconify/utils'
import { icons } from '@iconify-json/lucide'
import { addTemplate, defineNuxtModule, updateTemplates } from 'nuxt/kit'
import { globSync, readFileSync } from 'node:fs'

const SOURCES = '{app,components,pages}/**/*.{vue,ts}'
const ICON_NAME = /\bi-lucide-([a-z0-9-]+)/g

/**
 * Adds a style sheet with each icon that the sources or the app's configuration name as `i-lucide-…`. Throws
 * if one does not exist.
 */
export default defineNuxtModule({
  meta: { name: 'icon-styles' },
  setup(_options, nuxt) {
    const namesIn = text => [...text.matchAll(ICON_NAME)].map(([, name]) => name)
    const template = addTemplate({
      filename: 'icons.css',
      write: true,
      getContents() {
        const sources = globSync(SOURCES, { cwd: nuxt.options.rootDir })
        const texts = sources.map(path => readFileSync(`${nuxt.options.rootDir}/${path}`, 'utf8'))
        const names = namesIn([...texts, JSON.stringify(nuxt.options.appConfig.ui.icons)].join('\n'))
        return iconStyles([...new Set(names)].toSorted())
      },
    })
    nuxt.options.css.push(template.dst)
    nuxt.hook('builder:watch', async () => updateTemplates({ filter: each => each.dst === template.dst }))
  },
})

/** Returns the style sheet of icons. `names` are Lucide's. */
export function iconStyles(names) {
  const missing = names.filter(name => !(name in icons.icons) && !(name in (icons.aliases ?? {})))
  if (missing.length) throw new Error(`Lucide has no icon named ${missing.join(', ')}.`)
  return getIconsCSS(icons, names, {
    // Without specificity, so that utility classes win.
    iconSelector: ':where(.i-{prefix}-{name})',
    commonSelector: ':where(.iconify)',
    format: 'compressed',
    mode: 'mask',
  })
}
