// A Nuxt module: removes code that every page would load although no page uses it.

/**
 * Matches the paths of plugins that are not needed: colors are in `colors.css`, icons are classes of the
 * style sheet, and `app/plugins/theme.client.ts` applies the theme. The paths are matched because the Nuxt
 * modules of these plugins have no option that disables them. Remove a path when its module has such an
 * option.
 */
const unusedPlugins =
  /\/(?:@nuxt\/(?:icon\/.*\/plugin|ui\/.*\/plugins\/colors)|@nuxtjs\/color-mode\/.*\/plugin\.client)\b/

/**
 * The content that replaces Nuxt's file `unhead-options.mjs`, because Nuxt has no option for the plugins in
 * this file. In Nuxt 4, the file adds plugins of Unhead for older versions, and a plugin that replaces
 * parameters in titles. An empty plugin replaces the latter, because the title of a review may contain `%s`.
 * Nuxt 5 adds only the plugin for parameters. Remove this replacement when Nuxt adds none of them.
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
