import type { Command } from '~/palette/command-search'

type CommandSource = () => Command[]
// A module variable, because layouts and pages register commands for the same palette of the browser tab.
// Only the browser adds commands, because on the server all requests share a module.
const sources = shallowReactive(new Set<CommandSource>())

/** Adds commands to the palette while the component is mounted. */
export function useCommands(source: CommandSource) {
  onMounted(() => sources.add(source))
  onBeforeUnmount(() => sources.delete(source))
}

/** Returns the commands of all mounted components. */
export const useRegisteredCommands = () => computed(() => [...sources].flatMap(source => source()))

/**
 * Whether the command palette is open. It is stored in `useState`, because layouts, and not pages, contain
 * the palette.
 */
export const usePalette = () => useState('palette', () => false)
