import { pageStore } from '~/ui/page/page-store'
import { startOfSheet, type SheetPosition } from './sheet'
import type { SheetContent, Side } from './pair'

/**
 * The place at which a contact sheet was left: its scroll offset in CSS pixels, and the position of its
 * cells.
 */
export interface SheetPlace {
  scrollTop: number
  position: SheetPosition
}

/** The places at which the contact sheets of the page were left, so that they are shown there again. */
export interface SheetPlaces {
  /** Returns the place of a sheet, which the sheet changes; the start of a sheet that was not shown yet. */
  placeOf: (content: SheetContent, sides: readonly Side[]) => SheetPlace
}

const store = pageStore<SheetPlaces>('sheet places')

/** The places of the page's contact sheets. */
export function useSheetPlaces(): SheetPlaces {
  return store.use()
}

/** Shares the places of the contact sheets with the page's components. */
export function provideSheetPlaces(): SheetPlaces {
  const places = new Map<string, SheetPlace>()
  return store.provide({
    placeOf(content, sides) {
      // All evidence is one sheet; other sheets belong to an artifact, a screen or a group.
      const key = content === 'evidence' ? content : `${content} ${sides[0]?.artifact.id}`
      const place = places.get(key) ?? { scrollTop: 0, position: startOfSheet }
      places.set(key, place)
      return place
    },
  })
}
