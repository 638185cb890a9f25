import { h, type FunctionalComponent } from 'vue'

/**
 * An icon, hidden from screen readers. `name` must be the complete name, such as `i-lucide-x`: Tailwind finds
 * this class in the source (`@iconify/tailwind4` in `main.css`).
 */
const AppIcon: FunctionalComponent<{ name: string }> = ({ name }) =>
  h('span', { 'class': ['iconify', name], 'aria-hidden': 'true' })
AppIcon.props = ['name']
export default AppIcon
