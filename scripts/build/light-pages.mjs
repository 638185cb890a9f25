// A Nuxt module: removes code that every page would load although no page uses it.

/**
 * Plugins that are not needed: colors are in `colors.css`, icons are classes of the style sheet, and
 * `app/plugins/theme.client.ts` applies the theme. They are recognized by their paths, because their modules
 * have no option that disables them; remove a path when its module has one.
 */
const unusedPlugins =
  /\/(?:@nuxt\/(?:icon\/.*\/plugin|ui\/.*\/plugins\/colors)|@nuxtjs\/color-mode\/.*\/plugin\.client)\b/

/**
 * Replaces the content of Nuxt's file `unhead-options.mjs`, because Nuxt has no option for these plugins. The
 * file of Nuxt 4 adds plugins of Unhead for older versions, and one that inserts parameters into titles. This
 * one is replaced by an empty plugin, since the title of a review may contain `%s`. Nuxt 5 only adds the
 * latter. Remove this when Nuxt adds none.
 */
const headOptions = { disableDefaults: true, plugins: [{ key: 'template-params' }] }

export default function lightPages(_options, nuxt) {
  nuxt.hook('app:resolve', app => {
    app.plugins = app.plugins.filter(({ src }) => !unusedPlugins.test(src))
  })
  nuxt.hook('app:templates', app => {
    const options = app.templates.find(({ filename }) => filename === 'unhead-options.mjs')
    if (options) options.getContents = () => `export default ${JSON.stringify(headOptions)}`
  })
}
