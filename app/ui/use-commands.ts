import type { Command } from '~/ui/command-search'

type Offer = () => Command[]
/** Whoever offers commands now. Filled in the browser only, so that no visitor sees another's. */
const offers = shallowReactive(new Set<Offer>())

/** Offers commands in the palette for as long as the component lives. */
export function useCommands(offer: Offer) {
  onMounted(() => offers.add(offer))
  onBeforeUnmount(() => offers.delete(offer))
}

/** Every command that is offered now. */
export const useOfferedCommands = () => computed(() => [...offers].flatMap(offer => offer()))

/** Whether the command palette is open. */
export const usePalette = () => useState('palette', () => false)

/** "Ctrl", or "⌘" where keyboards have that. */
export const modKey = () => (/Mac|iP(?:hone|ad)/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl')
