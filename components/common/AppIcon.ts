import { h, type FunctionalComponent } from 'vue'

/**
 * An icon, hidden from screen readers. `name` is the whole name, such as `i-lucide-x`: a class that Tailwind
 * finds in the source (`@iconify/tailwind4` in `main.css`).
 */
const AppIcon: FunctionalComponent<{ name: string }> = ({ name }) =>
  h('span', { 'class': ['iconify', name], 'aria-hidden': 'true' })
AppIcon.props = ['name']
export default AppIcon
