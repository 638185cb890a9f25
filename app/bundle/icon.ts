import { h, type FunctionalComponent } from 'vue'

/**
 * An icon of the style sheet that `scripts/build/icon-styles.mjs` writes. The app and Nuxt UI's components are
 * bundled with it instead of Nuxt UI's own (see `nuxt.config.ts`), which carries the drawings in JavaScript
 * and adds a style element for each.
 */
const Icon: FunctionalComponent<{ name: string }> = ({ name }) =>
  h('span', { 'class': ['iconify', name], 'aria-hidden': true })
Icon.props = ['name']
export default Icon
