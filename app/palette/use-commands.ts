import type { Command } from '~/palette/command-search'

type CommandSource = () => Command[]
// A module variable: the palette belongs to the browser tab, and both its layout and its page register
// commands. It is filled in the browser only, because on the server a module is shared by all requests.
const sources = shallowReactive(new Set<CommandSource>())

/** Adds commands to the palette while the component is mounted. */
export function useCommands(source: CommandSource) {
  onMounted(() => sources.add(source))
  onBeforeUnmount(() => sources.delete(source))
}

/** Returns the commands of all mounted components. */
export const useRegisteredCommands = () => computed(() => [...sources].flatMap(source => source()))

/**
 * Whether the command palette is open. It is in `useState`, because layouts contain the palette, not pages.
 */
export const usePalette = () => useState('palette', () => false)
