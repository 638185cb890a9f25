import type { Command } from '~/ui/command-search'

type CommandSource = () => Command[]
/** Filled in the browser only, because modules of the server are shared between requests. */
const sources = shallowReactive(new Set<CommandSource>())

/** Adds commands to the palette while the component is mounted. */
export function useCommands(source: CommandSource) {
  onMounted(() => sources.add(source))
  onBeforeUnmount(() => sources.delete(source))
}

/** The commands of all mounted components. */
export const useRegisteredCommands = () => computed(() => [...sources].flatMap(source => source()))

/** Whether the command palette is open. */
export const usePalette = () => useState('palette', () => false)

/** The label of the modifier key: "⌘" on Apple devices, else "Ctrl". */
export const modifierKey = () =>
  /Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl'
