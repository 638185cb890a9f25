import { describe, expect, it } from 'vitest'
import type { Artifact } from '#shared/contract/artifact'
import { toScreenBox } from '#shared/annotation/projection'
import { scrollBy, zoomAt } from '~/annotation/zoom-and-pan'
import type { SheetContent } from '~/compare/pair'
import { sheetSides } from '~/compare/sheet-contents'
import { cellNames } from '~/compare/side-names'
import { layoutSheet, SHEET_GAP } from '~/contact-sheet/sheet-layout'
import { hasHiddenPart, placeOnSheet, positionOf, startOfSheet } from '~/contact-sheet/sheet-position'
import { artifact } from '../../support/dom/fixtures'

const at = (width: number, route: string | null = '/cart', more: Partial<Artifact> = {}) => ({
  viewport: { width, height: 800 },
  route,
  ...more,
})
const all = [
  artifact('a', 3, at(1280)),
  artifact('b', 1, at(390)),
  artifact('c', 1, at(390, '/cart', { scenario: 'Empty' })),
  artifact('d', 1, { variationGroup: 'Header' }),
  artifact('e', 2, { variationGroup: 'Header' }),
  artifact('f', 1, at(800, null, { title: 'Home' })),
  artifact('g', 1, at(400, null, { title: 'Home' })),
]
const idsOf = (content: SheetContent, name: string, among = all) => {
  const shown = among.find(each => each.id === `art_${name}`)
  const revision = shown?.currentRevision
  if (!shown || !revision) throw new Error('no such artifact')
  return sheetSides(content, { artifact: shown, revision }, among).map(each => each.revision.id)
}

describe('a contact sheet', () => {
  it('a contact sheet shows a whole variation group, or every revision of an artifact', () => {
    expect(idsOf('variations', 'd')).toEqual(['rvs_1d', 'rvs_2e'])
    expect(idsOf('revisions', 'a')).toEqual(['rvs_1a', 'rvs_2a', 'rvs_3a'])
    expect(idsOf('evidence', 'a')).toHaveLength(7)
  })

  it('a contact sheet of viewports shows one route or title, the narrowest viewport first', () => {
    expect(idsOf('viewports', 'a')).toEqual(['rvs_1b', 'rvs_3a'])
    expect(idsOf('viewports', 'g')).toEqual(['rvs_1g', 'rvs_1f'])
    expect(idsOf('viewports', 'c')).toEqual([])
  })

  it('a contact sheet is empty if there would be only one image', () => {
    expect(idsOf('variations', 'a')).toEqual([])
    expect(idsOf('revisions', 'b')).toEqual([])
    expect(idsOf('evidence', 'a', all.slice(0, 1))).toEqual([])
  })
})

describe('the names of the cells of a contact sheet', () => {
  const namesOf = (content: SheetContent, ...artifacts: Artifact[]) =>
    cellNames(
      content,
      artifacts.flatMap(each =>
        each.currentRevision ? [{ artifact: each, revision: each.currentRevision }] : [],
      ),
    )

  it('contact sheet cells with equal titles are named by viewport or another field, or numbered', () => {
    const titled = (title: string, more: Partial<Artifact> = {}) => artifact(title, 1, { title, ...more })
    expect(namesOf('evidence', titled('Cart'), titled('Home'))).toEqual(['Cart', 'Home'])
    expect(
      namesOf('viewports', titled('Light', at(390)), titled('Dark', at(390)), titled('Wide', at(1280))),
    ).toEqual(['Light', 'Dark', 'Wide'])
    expect(
      namesOf('viewports', titled('Cart', at(390)), titled('Cart', at(390, '/b')), titled('Cart', at(1280))),
    ).toEqual(['390×800 · /cart', '390×800 · /b', '1280×800'])
    expect(namesOf('evidence', titled('Cart', at(390)), titled('Cart', at(1280)))).toEqual([
      'Cart · 390×800',
      'Cart · 1280×800',
    ])
    expect(namesOf('evidence', titled('Cart'), titled('Cart'))).toEqual(['Cart · 1', 'Cart · 2'])
  })
})

describe('the cells of a contact sheet', () => {
  const cell = { width: 320, height: 240 }
  const wide = { width: 1600, height: 800 }
  const tall = { width: 400, height: 4000 }
  const taller = { width: 400, height: 8000 }

  it('a cell of a contact sheet shows a whole image in its middle, or a tall image from its top', () => {
    const box = toScreenBox(placeOnSheet(startOfSheet, wide, cell), { x: 0, y: 0, width: 1, height: 1 })
    expect(box).toMatchObject({ x: 8, y: 44, width: 304 })
    expect(hasHiddenPart(placeOnSheet(startOfSheet, wide, cell))).toBe(false)
    expect(placeOnSheet(startOfSheet, tall, cell)).toMatchObject({ x: 8, y: 8 })
    expect(hasHiddenPart(placeOnSheet(startOfSheet, tall, cell))).toBe(true)
  })

  it('images of different heights reach their ends at the same scroll position of a contact sheet', () => {
    const scrolled = scrollBy(placeOnSheet(startOfSheet, tall, cell), 0, 99_999)
    const position = positionOf(scrolled, startOfSheet)
    expect(position).toMatchObject({ zoom: 1, y: 1 })
    for (const image of [tall, taller]) {
      const view = placeOnSheet(position, image, cell)
      expect(view.y + image.height * view.scale).toBeCloseTo(cell.height - 8)
    }
  })

  it('a view that is placed at a position of a contact sheet reports the same position', () => {
    for (const position of [
      { zoom: 3, x: 0.2, y: 0.7 },
      { zoom: 1, x: 0.5, y: 0.25 },
    ]) {
      const back = positionOf(placeOnSheet(position, taller, cell), position)
      expect(back.zoom).toBeCloseTo(position.zoom)
      expect([back.x, back.y]).toEqual([expect.closeTo(position.x), expect.closeTo(position.y)])
    }
  })

  it('an image in a cell is zoomed out until it fits the cell, and zoomed in at most 16 times', () => {
    const view = placeOnSheet(startOfSheet, wide, cell)
    expect(positionOf(zoomAt(view, { factor: 0.5 }), startOfSheet).zoom).toBe(1)
    expect(positionOf(zoomAt(view, { factor: 60 }), startOfSheet).zoom).toBe(16)
  })
})

describe('the layout of a contact sheet', () => {
  const screen = { width: 1200, height: 750 }
  const desktop = { width: 1440, height: 900 }
  const phone = { width: 390, height: 844 }
  const layout = (count: number, image = desktop, area = screen) =>
    layoutSheet(
      Array.from({ length: count }, () => image),
      area,
    )

  it('a contact sheet shows a few images as large as possible while all fit on the screen', () => {
    expect(layout(2)).toMatchObject({ columns: [594, 594], media: 694 })
    expect(layout(3)).toMatchObject({ columns: [594, 594], media: 313 })
    expect(layout(4)).toMatchObject({ columns: [594, 594], media: 313 })
    expect(layout(4, phone)).toMatchObject({ columns: Array(4).fill(expect.closeTo(291)), media: 694 })
  })

  it('the rows of a contact sheet of a few images are never higher than the screen', () => {
    for (const count of [2, 3, 4, 5, 6]) {
      const { columns, row } = layout(count)
      const rows = Math.ceil(count / columns.length)
      expect(rows * row + (rows - 1) * SHEET_GAP).toBeLessThanOrEqual(screen.height)
    }
  })

  it('a contact sheet shows images in a single row of equal height, if no image gets too narrow', () => {
    const tablet = { width: 768, height: 1024 }
    const { columns, media } = layoutSheet([phone, tablet, desktop], screen)
    expect(columns.map(Math.round)).toEqual([240, 299, 637])
    expect([columns.reduce((sum, each) => sum + each), media]).toEqual([1176, 694])
    // The columns are in the order of the sheet, and not sorted by width.
    expect(layoutSheet([desktop, phone], screen).columns.map(Math.round)).toEqual([922, 266])
  })

  it('a contact sheet has at least two columns where there is space, although one shows more', () => {
    expect(layout(2, desktop, { width: 820, height: 750 })).toMatchObject({
      columns: Array(2).fill(expect.closeTo(404)),
    })
    expect(layout(2, desktop, { width: 512, height: 650 })).toMatchObject({ columns: [512] })
  })

  it('a contact sheet of a phone has two columns, whose cells have the aspect ratio of the images', () => {
    const area = { width: 366, height: 400 }
    expect(layout(5, phone, area)).toMatchObject({ columns: [177, 177], media: 274 })
    expect(layout(9, desktop, area)).toMatchObject({
      columns: [177, 177],
      media: Math.round((177 - 16) * 0.625) + 16,
    })
    expect(layout(5, phone, { width: 296, height: 300 })).toMatchObject({ columns: [142, 142] })
    // Two wide images are larger below each other.
    expect(layout(2, desktop, area)).toMatchObject({ columns: [366], media: 138 })
  })

  it('a contact sheet scrolls rows whose images would otherwise be too small', () => {
    expect(layout(12)).toMatchObject({ columns: [392, 392, 392], media: 251 })
    expect(layout(2, desktop, { width: 0, height: 0 })).toMatchObject({ columns: [0], row: 206 + 56 })
    expect(layout(12, phone)).toMatchObject({ media: 298 })
  })
})
