import { pageStore } from '~/ui/page/page-store'
import { startOfSheet, type SheetPosition } from './sheet-position'
import type { SheetContent, Side } from '~/compare/pair'

/**
 * The scroll position of a contact sheet when it was closed: its scroll offset in CSS pixels, and the
 * position that its cells share.
 */
export interface SheetPlace {
  scrollTop: number
  position: SheetPosition
}

/** The scroll positions of the page's contact sheets, so that a sheet opens again where it was closed. */
export interface SheetPlaces {
  /**
   * Returns the scroll position of a sheet: an object that the sheet changes when it scrolls. A sheet that
   * was not shown yet is at its start.
   */
  placeOf: (content: SheetContent, sides: readonly Side[]) => SheetPlace
}

const store = pageStore<SheetPlaces>('sheet places')

/** The scroll positions of the page's contact sheets. */
export function useSheetPlaces(): SheetPlaces {
  return store.use()
}

/** Shares the scroll positions of the contact sheets with the page's components. */
export function provideSheetPlaces(): SheetPlaces {
  const places = new Map<string, SheetPlace>()
  return store.provide({
    placeOf(content, sides) {
      // There is only one sheet of all evidence. Any other sheet belongs to an artifact, a screen or a
      // variation group, so its first artifact identifies it.
      const key = content === 'evidence' ? content : `${content} ${sides[0]?.artifact.id}`
      const place = places.get(key) ?? { scrollTop: 0, position: startOfSheet }
      places.set(key, place)
      return place
    },
  })
}
