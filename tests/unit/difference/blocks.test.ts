import { describe, expect, it } from 'vitest'
import type { Change, Places } from '#shared/difference/changes'
import { compareImages } from '#shared/difference/compare'
import type { PixelBox } from '#shared/difference/pixels'
import { paddedSize } from '#shared/difference/padded-size'
import {
  banner,
  cards,
  fill,
  GRAY,
  page,
  text,
  WHITE,
  WIDTH,
  type Page,
} from '../../support/media/drawn-page'

const tops = [80, 160, 240, 320]
const below = (by: number, from = 0) => tops.map((top, at) => (at < from ? top : top + by))

/** Compares two pages. Also returns the number of changed pixels in each row of the mask. */
async function compare(left: Page, right: Page, ignored: PixelBox[] = []) {
  const size = paddedSize(left, right)
  const rowsOf = ({ pixels, height }: Page, y: number, rows: number) => {
    const all = new Uint32Array(size.width * rows)
    all.set(pixels.subarray(y * WIDTH, Math.min(height, y + rows) * WIDTH))
    return new Uint8ClampedArray(all.buffer)
  }
  const rows: number[] = []
  const { changes, changed } = await compareImages(
    size,
    (y, rows) => [rowsOf(left, y, rows), rowsOf(right, y, rows)],
    { threshold: null, isLossless: true, ignored },
    async ({ y, mask }) => {
      for (let at = 3; at < mask.length; at += 4)
        if (mask[at] !== 0) rows.push(y + Math.floor(at / 4 / size.width))
    },
  )
  const move = ({ from, to }: Places) => `${to.y - from.y} from ${from.y}`
  const nameOf = ({ moved, inserted, removed, x, y, width, height }: Change) => {
    if (moved) return `moved ${move(moved)}`
    if (inserted) return `inserted ${inserted.to.y} to ${inserted.to.y + inserted.to.height}`
    if (removed) return `removed ${removed.from.y} to ${removed.from.y + removed.from.height}`
    return `changed ${x},${y} ${width}×${height}`
  }
  /** The changes, each with the blocks that followed it. */
  const named = changes.flatMap(each => [
    nameOf(each),
    ...(each.following ?? []).map(places => `followed ${move(places)}`),
  ])
  const marked = new Array<number>(size.height).fill(0)
  for (const row of rows) marked[row] = (marked[row] ?? 0) + 1
  return { named, changes, changed, marked }
}

/** A page with a heading and four cards. */
const before = (height = 420) =>
  page(height, on => {
    text(on, 20, 20, 500)
    cards(on, tops)
  })

describe('blocks that change places', () => {
  /** A card with some lines of text, of which each has a border below it. */
  const card = (on: Page, y: number, lines: number, seed: number) => {
    fill(on, { x: 20, y, width: 360, height: 16 + 24 * lines }, (column, row) =>
      column === 0 || row === 0 || column === 359 || row === 15 + 24 * lines ? GRAY : WHITE,
    )
    for (let line = 0; line < lines; line++) {
      text(on, 36, y + 12 + 24 * line, seed + line, 300)
      if (line > 0) fill(on, { x: 36, y: y + 6 + 24 * line, width: 328, height: 1 }, () => GRAY)
    }
  }
  const swapped = async (height: number) => {
    const [one, other] = [6, 8]
    const [high, low] = [16 + 24 * one, 16 + 24 * other]
    const [first, second] = [false, true].map(isSwapped =>
      page(height, on => {
        text(on, 20, 20, 500)
        card(on, isSwapped ? 60 + low + 14 : 60, one, 100)
        card(on, isSwapped ? 60 : 60 + high + 14, other, 200)
      }),
    ) as [Page, Page]
    return { ...(await compare(first, second)), down: low + 14, up: high + 14 }
  }

  it('two blocks that change places are two moves, and no pixel counts as changed', async () => {
    const { named, changed, up, down } = await swapped(480)
    expect(named).toEqual([`moved ${-up} from ${60 + up}`, `moved ${down} from 60`])
    expect(changed).toBe(0)
  })

  it.each([410, 400, 380, 350, 320])(
    'two blocks that swap places are two moves even if the screenshot is only %i pixels high',
    async height => {
      const { named, changes, up, down } = await swapped(height)
      expect(named.filter(each => each.startsWith('moved'))).toEqual([
        `moved ${-up} from ${60 + up}`,
        `moved ${down} from 60`,
      ])
      // Content that was below the lower edge is now in the picture. Nothing else is a change.
      const others = changes.filter(each => !each.moved)
      expect(others.every(each => each.inserted && each.y >= height - up - 24)).toBe(true)
      expect(others.length).toBeLessThan(2)
    },
  )

  it.each([1, 2, 4])(
    'a table row that is inserted with only %i rows visible below it is one change',
    async further => {
      const table = (rows: readonly number[]) =>
        page(60 + 24 * (4 + further) + 8, on => {
          text(on, 20, 20, 500)
          for (let y = 60; y < on.height; y++) on.pixels[y * WIDTH + 20] = on.pixels[y * WIDTH + 379] = GRAY
          for (const [at, seed] of rows.entries()) {
            fill(on, { x: 36, y: 58 + 24 * at, width: 328, height: 1 }, () => GRAY)
            for (const [cell, x] of [36, 150, 300].entries()) text(on, x, 66 + 24 * at, 10 * seed + cell, 50)
          }
        })
      const rows = Array.from({ length: 12 }, (_, at) => at + 1)
      const { named } = await compare(table(rows), table(rows.toSpliced(3, 0, 99)))
      expect(named).toEqual(['inserted 138 to 155', 'followed 24 from 138'])
    },
  )
})

describe('a block between others', () => {
  it('a new banner above all cards is one change, and all cards below it moved as one block', async () => {
    const after = page(420, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, below(69))
    })
    const { named, changes, changed, marked } = await compare(before(), after)
    expect(named).toEqual(['inserted 64 to 113', 'followed 69 from 80'])
    expect(changes[0]).toMatchObject({ x: 20, y: 64, width: 360, height: 49, pixels: 360 * 49 })
    expect(changes[0]?.inserted?.from).toMatchObject({ x: 20, width: 360 })
    // Only pixels of the banner are counted and marked as changed.
    expect(changed).toBe(360 * 49)
    expect(marked.map((count, y) => count === (y >= 64 && y < 113 ? 360 : 0))).not.toContain(false)
  })

  it('a new banner between two cards moves only the cards below it', async () => {
    const after = page(420, on => {
      text(on, 20, 20, 500)
      cards(on, below(61, 2))
      banner(on, 240, 41)
    })
    const { named } = await compare(before(), after)
    expect(named).toEqual(['inserted 240 to 281', 'followed 61 from 240'])
  })

  it('a removed banner is one change with a line at its place, and all cards below moved up', async () => {
    const old = page(500, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, below(69))
    })
    const { named, changes, changed, marked } = await compare(old, before(431))
    expect(named).toEqual(['removed 64 to 113', 'followed -69 from 149'])
    expect(changes[0]?.pixels).toBe(360 * 49)
    expect(changes[0]?.height).toBe(4)
    expect(changed).toBe(360 * 49)
    expect(marked.filter(count => count > 0)).toEqual([360, 360, 360, 360])
  })

  it('a new banner that makes a page longer causes no other change at the end of the page', async () => {
    const after = page(489, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, below(69))
    })
    expect((await compare(before(), after)).named).toEqual(['inserted 64 to 113', 'followed 69 from 80'])
  })

  it('two inserted blocks are two changes, and the cards moved by two distances', async () => {
    const after = page(540, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, [149, 229, 360, 440])
      banner(on, 309, 31)
    })
    expect((await compare(before(540), after)).named).toEqual([
      'inserted 64 to 113',
      'followed 69 from 80',
      'inserted 309 to 340',
      'followed 120 from 240',
    ])
  })

  it('an inserted card is framed as a whole, although the next card has the same border', async () => {
    const after = page(500, on => {
      text(on, 20, 20, 500)
      cards(on, below(80, 2))
      cards(on, [240])
      fill(on, { x: 36, y: 250, width: 300, height: 40 }, () => WHITE)
      text(on, 36, 254, 777, 280)
      text(on, 36, 274, 778, 90)
    })
    expect((await compare(before(500), after)).named).toEqual(['inserted 240 to 300', 'followed 80 from 240'])
  })

  it('cards that moved further than an inserted banner is high are a change of their own', async () => {
    const after = page(640, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, below(200))
    })
    const { named } = await compare(before(640), after)
    expect(named).toEqual(['inserted 64 to 113', 'moved 200 from 80'])
  })

  it('more space between two cards is a move, and not a change of pixels', async () => {
    const after = page(420, on => {
      text(on, 20, 20, 500)
      cards(on, below(17, 2))
    })
    const { named, changed } = await compare(before(), after)
    expect([named, changed]).toEqual([['moved 17 from 240'], 0])
  })

  it('a section that was moved above another section is one move for each distance', async () => {
    const after = page(420, on => {
      text(on, 20, 20, 500)
      cards(on, [240, 80, 160, 320])
    })
    expect((await compare(before(), after)).named.toSorted()).toEqual([
      'moved -80 from 160',
      'moved 160 from 80',
    ])
  })
})

describe('changes in a block that moved', () => {
  it('a number that changed in a moved card is a separate change', async () => {
    const after = page(420, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, below(69))
      fill(on, { x: 36, y: 263, width: 90, height: 12 }, () => WHITE)
      text(on, 36, 263, 4242, 40)
    })
    const { named, marked, changes } = await compare(before(), after)
    // In the old page, the changed line was inside the card at its old place.
    expect(changes[1]?.within?.from).toMatchObject({ x: 36, y: 194, height: 12 })
    expect(changes[1]?.within?.to).toMatchObject({ x: 36, y: 263, height: 12 })
    expect(named.slice(0, 2)).toEqual(['inserted 64 to 113', 'followed 69 from 80'])
    expect(named).toHaveLength(3)
    expect(named[2]).toMatch(/^changed 36,263 \d+×12$/)
    const rows = [...marked.entries()].filter(([y, count]) => y >= 113 && count > 0).map(([y]) => y)
    expect([rows[0], rows.at(-1)]).toEqual([263, 274])
  })

  it('text that was removed from a moved card is a change, even if the old page is blank there', async () => {
    const after = page(420, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, below(69))
      fill(on, { x: 36, y: 243, width: 280, height: 12 }, () => WHITE)
    })
    expect((await compare(before(), after)).named[2]).toMatch(/^changed 36,243 2\d\d×12$/)
  })

  it('text of another color in a moved card is a separate change', async () => {
    const after = page(420, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, below(69))
      for (let y = 263; y < 275; y++)
        for (let at = y * WIDTH + 36; at < y * WIDTH + 126; at++)
          if (on.pixels[at] !== WHITE) on.pixels[at] = (on.pixels[at] ?? 0) + 0x101010
    })
    expect((await compare(before(), after)).named[2]).toMatch(/^changed 36,263 \d+×12$/)
  })

  it('lines whose distance differs by rounding belong to the same moved block', async () => {
    const after = page(420, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, [149, 230, 309, 390])
      // The second line of a card moved down by one pixel more than the first line.
      fill(on, { x: 36, y: 264, width: 90, height: 12 }, () => WHITE)
      text(on, 36, 265, 4, 90)
    })
    expect((await compare(before(), after)).named).toEqual(['inserted 64 to 113', 'followed 69 from 80'])
  })

  it('at two device pixels per CSS pixel, distances in one block may differ by two', async () => {
    const after = page(420, on => {
      text(on, 20, 20, 500)
      banner(on, 64)
      cards(on, [149, 231, 309, 391])
    })
    expect((await compare(before(), after)).named).toEqual(['inserted 64 to 113', 'followed 69 from 80'])
  })
})

describe('a table in a card', () => {
  const cells = [36, 150, 300] as const
  /**
   * Draws a table in a card. `offsets` are the numbers of pixels by which the cells of each column are lower.
   */
  const table = (
    rows: readonly number[],
    { offsets = [0, 0, 0], places = cells as readonly number[], end = 420 } = {},
  ) =>
    page(end, on => {
      text(on, 20, 20, 500)
      const height = 24 + rows.length * 37
      fill(on, { x: 20, y: 60, width: 360, height }, (column, row) =>
        column === 0 || row === 0 || column === 359 || row === height - 1 ? GRAY : WHITE,
      )
      for (const [at, row] of rows.entries()) {
        const y = 70 + at * 37
        fill(on, { x: 36, y, width: 328, height: 1 }, () => GRAY)
        for (const [cell, x] of places.entries())
          text(on, x, y + 12 + (row === 4 ? (offsets[cell] ?? 0) : 0), 100 * cell + row, 60)
      }
    })

  it('a removed row is one change, although rounding moves the cells below it differently', async () => {
    const rows = [1, 2, 3, 4, 5, 6]
    const after = table([1, 2, 4, 5, 6], { offsets: [0, 1, 0] })
    const { named } = await compare(table(rows), after)
    expect(named).toEqual([expect.stringMatching(/^removed 1\d\d to 1\d\d$/), 'followed -37 from 193'])
  })

  it('background that appears at the end of a page after a row was removed is not a change', async () => {
    const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    const named = (
      await compare(
        table(rows, { end: 410 }),
        table(
          rows.filter(each => each !== 3),
          { end: 410 },
        ),
      )
    ).named
    expect(named.map(each => each.split(' ')[0])).toEqual(['removed', 'followed'])
  })

  it('cells that moved in every row of a table are one change', async () => {
    const rows = [1, 2, 3, 4, 5]
    const { named } = await compare(table(rows), table(rows, { places: [36, 153, 307] }))
    expect(named).toEqual([expect.stringMatching(/^changed 150,82 \d+×160$/)])
  })

  it('a card that became higher is one change, and its lower edge is not a moved block', async () => {
    const card = (height: number) =>
      page(420, on => {
        text(on, 40, 90, 3, 200)
        for (const [at, color] of [0xfff0f0f0, 0xffe8e8e8, 0xffd0d0d0, 0xffc0c0c0].entries())
          fill(on, { x: 20 + at, y: 60 + at, width: 360 - 2 * at, height: height - 2 * at }, () => color)
        fill(on, { x: 26, y: 66, width: 348, height: height - 18 }, (x, y) =>
          y > height - 28 && x < y - height + 30 ? 0xff808000 + x * 8 : 0xfffafafa,
        )
        text(on, 40, 90, 3, 200)
      })
    const { named, changed } = await compare(card(120), card(180))
    expect(named).toEqual(['changed 21,159 358×81'])
    expect(changed).toBeGreaterThan(0)
  })
})

describe('columns', () => {
  /** Draws a page with a sidebar and cards. The cards are `by` pixels lower than usual. */
  const columns = (by: number, { isActive = false, height = 420 } = {}) =>
    page(height, on => {
      fill(on, { x: 0, y: 0, width: 100, height }, () => GRAY)
      for (const at of [0, 1, 2, 3, 4, 5]) text(on, 10, 20 + at * 46, 300 + at, 60)
      if (isActive) text(on, 10, 20 + 2 * 46, 888, 60)
      text(on, 120, 20, 500, 200)
      if (by > 0) banner(on, 64, 49, 120, 260)
      cards(on, below(by), 120, 260)
    })

  it('an unchanged sidebar does not hide a move of the page next to it', async () => {
    const { named, changes } = await compare(columns(0), columns(69))
    expect(named).toEqual(['inserted 64 to 113', 'followed 69 from 80'])
    expect(changes.map(({ x, width }) => [x, width])).toEqual([[120, 260]])
  })

  it('a change in the sidebar is found next to the page that moved', async () => {
    const { named } = await compare(columns(0), columns(69, { isActive: true }))
    expect(named.filter(each => !each.startsWith('changed'))).toEqual([
      'inserted 64 to 113',
      'followed 69 from 80',
    ])
    expect(named.find(each => each.startsWith('changed'))).toMatch(/^changed 10,112 60×12$/)
  })

  it('a card that moved to another column is one move, and not a removed and an inserted card', async () => {
    const draw = (left: number[], right: number[]) =>
      page(620, on => {
        for (const [x, column] of [left, right].entries())
          for (const [at, seed] of column.entries()) {
            banner(on, 60 + at * 90, 60, 20 + x * 200, 160)
            text(on, 40 + x * 200, 96 + at * 90, seed)
          }
      })
    const { named, changes } = await compare(
      draw([1, 2, 3, 4, 5], [6, 7, 8]),
      draw([1, 3, 4, 5], [6, 2, 7, 8]),
    )
    expect(named.map(each => each.split(' ')[0])).toEqual(['moved', 'moved', 'moved'])
    const [card] = changes.flatMap(({ moved }) => (moved && moved.from.x !== moved.to.x ? [moved] : []))
    expect([card?.from.x, card?.to.x]).toEqual([20, 220])
  })

  it('an unchanged sidebar of a page that became longer is not a change', async () => {
    const { named } = await compare(columns(0), columns(69, { height: 489 }))
    expect(named).toEqual(['inserted 64 to 113', 'followed 69 from 80'])
  })
})

describe('pages on which nothing moved', () => {
  it('on a longer page, the changed pixels of a card and the added rows are changes', async () => {
    const after = page(440, on => {
      text(on, 20, 20, 500)
      cards(on, tops)
      text(on, 36, 174, 4242, 280)
    })
    const { named, changed, marked } = await compare(before(), after)
    expect(named).toEqual([expect.stringMatching(/^changed 36,174 2\d\d×12$/), 'changed 0,420 400×20'])
    expect(changed).toBe(marked.reduce((sum, count) => sum + count, 0))
  })

  it('pages without common content are one change', async () => {
    const [one, other] = [1, 2].map(seed => page(300, on => text(on, 20, 20, seed, 360, 260)))
    expect((await compare(one as Page, other as Page)).named).toEqual([
      expect.stringMatching(/^changed 20,20 360×260$/),
    ])
  })
})

it('an inserted block in an ignored region is not a change, and its pixels are not marked', async () => {
  const after = page(420, on => {
    text(on, 20, 20, 500)
    banner(on, 64)
    cards(on, below(69))
  })
  const { named, changed } = await compare(before(), after, [{ x: 0, y: 60, width: WIDTH, height: 60 }])
  expect([named, changed]).toEqual([['moved 69 from 80'], 0])
})
