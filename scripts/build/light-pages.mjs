// A Nuxt module: leaves out of the pages what each of them would load and never use.

/**
 * Colours are in `colors.css`, icons are classes of the style sheet, and `app/plugins/theme.client.ts` shows
 * the theme.
 */
const unusedPlugins =
  /\/(?:@nuxt\/(?:icon\/.*\/plugin|ui\/.*\/plugins\/colors)|@nuxtjs\/color-mode\/.*\/plugin\.client)\b/

/**
 * Unhead without its plugins for older versions. An empty plugin replaces the one that puts parameters into
 * titles, since the title of a review may contain `%s`.
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
