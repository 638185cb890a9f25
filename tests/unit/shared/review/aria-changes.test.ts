import { describe, expect, it } from 'vitest'
import { ariaChanges } from '#shared/review/aria-changes'

/** Returns the changes as short texts: `- button Save`, `+ …`, `button Buy → Buy now`, `… [from → to]`. */
const changes = (before: string[], after: string[]) =>
  ariaChanges(before.join('\n'), after.join('\n')).map(each => {
    const named = [each.role, each.name].filter(Boolean).join(' ')
    if (each.kind === 'renamed') return `${named} → ${each.to}`
    if (each.kind === 'state') return `${named} [${each.from.join()} → ${each.to.join()}]`
    return `${each.kind === 'gone' ? '-' : '+'} ${named}`
  })

describe('the changes between two ARIA texts', () => {
  it('equal page texts have no changes, and all elements are changes if one text is empty', () => {
    const page = ['- banner:', '  - heading "Totals" [level=1]', '  - text: Sum 5 €']
    expect(changes(page, page)).toEqual([])
    expect(changes([''], [''])).toEqual([])
    expect(changes([], page)).toEqual(['+ heading Totals', '+ text Sum 5 €'])
    expect(changes(page, [])).toEqual(['- heading Totals', '- text Sum 5 €'])
  })

  it('an element in only one of two page texts is removed or new, in the order of the newer text', () => {
    expect(
      changes(
        ['- heading "Cart"', '- button "Save"', '- link "Home"'],
        ['- heading "Cart"', '- link "Home"', '- heading "Totals"'],
      ),
    ).toEqual(['- button Save', '+ heading Totals'])
  })

  it('an element of a page whose name changed is renamed if its role and place are the same', () => {
    expect(changes(['- button "Buy"', '- text: x'], ['- button "Buy now"', '- text: x'])).toEqual([
      'button Buy → Buy now',
    ])
    expect(changes(['- paragraph: Three items'], ['- paragraph: Four'])).toEqual([
      'paragraph Three items → Four',
    ])
    expect(changes(['- button "Buy"'], ['- link "Buy"'])).toEqual(['- button Buy', '+ link Buy'])
    expect(changes(['- button "Buy"', '- text: x'], ['- text: x', '- button "Pay"'])).toEqual([
      '- button Buy',
      '+ button Pay',
    ])
  })

  it('if several elements of a page changed at a place, elements with a common word are matched', () => {
    const [save, add] = ['- button "Save"', '- button "Add item"']
    expect(changes([save, add], ['- button "Add items to cart"', '- button "Save all"'])).toEqual([
      'button Add item → Add items to cart',
      'button Save → Save all',
    ])
    expect(changes([save, add], ['- button "Add"'])).toEqual(['- button Save', 'button Add item → Add'])
    // Elements without a common word are matched by their position if both texts have equally many.
    expect(changes([save, add], ['- button "Eins"', '- button "Zwei"'])).toEqual([
      'button Save → Eins',
      'button Add item → Zwei',
    ])
    expect(changes([save, add], ['- button "Eins"'])).toEqual([
      '- button Save',
      '- button Add item',
      '+ button Eins',
    ])
  })

  it('a changed attribute, or a changed text of a named element, is listed as a changed state', () => {
    expect(
      changes(
        ['- checkbox "Terms"', '- heading "Totals" [level=2]', '- textbox "Email": a@x', '- button "Pay"'],
        [
          '- checkbox "Terms" [checked]',
          '- heading "Totals" [level=3]',
          '- textbox "Email": b@x',
          '- button "Pay" [disabled] [pressed]',
        ],
      ),
    ).toEqual([
      'checkbox Terms [ → checked]',
      'heading Totals [level 2 → level 3]',
      'textbox Email [a@x → b@x]',
      'button Pay [ → disabled,pressed]',
    ])
  })

  it('moved elements are not changes, and of equal elements, only a changed number is listed', () => {
    const [home, remove] = ['- link "Home"', '- button "Delete"']
    expect(changes([home, '- link "Shop"'], ['- link "Shop"', home])).toEqual([])
    expect(changes([remove, remove, home], [remove, home])).toEqual(['- button Delete'])
    expect(changes([remove, home], [remove, home, remove])).toEqual(['+ button Delete'])
  })

  it('an element without a name is compared only if it contains no element; properties are ignored', () => {
    expect(changes(['- button', '- list:', '  - listitem: One'], ['- list:', '  - listitem: One'])).toEqual([
      '- button',
    ])
    expect(changes(['- navigation:', '  - link "A":', '    - /url: /a'], ['- link "A":'])).toEqual([])
    // In the texts that the command line captures, an element with children has no colon at its end.
    expect(changes(['- main', '  - list', '    - listitem: One'], ['- list', '  - listitem: One'])).toEqual(
      [],
    )
    expect(changes(['- main', '- list'], ['- main'])).toEqual(['- list'])
    expect(changes(['- row "A 1":', '  - cell "1"'], ['- row "A 2":', '  - cell "2"'])).toEqual([
      'cell 1 → 2',
    ])
  })

  it('quoted keys, names and texts of YAML are read, and lines of another form count as texts', () => {
    expect(
      changes(
        [],
        [
          `- 'button "Total: 5"'`,
          String.raw`- "link \"a: b\"":`,
          String.raw`- button "say \"hi\""`,
          `- 'button "it''s"': on`,
          '- paragraph: "quoted: text"',
          `- paragraph: 'it''s'`,
          'Something else, entirely',
        ],
      ),
    ).toEqual([
      '+ button Total: 5',
      '+ link a: b',
      '+ button say "hi"',
      "+ button it's",
      '+ paragraph quoted: text',
      "+ paragraph it's",
      '+ text Something else, entirely',
    ])
  })

  it('two page texts of the maximum length can be compared', () => {
    const page = (last: string) =>
      [...Array.from({ length: 20_000 }, (_, at) => `- text: ${at % 90}`), `- text: ${last}`].join('\n')
    expect(ariaChanges(page('old'), page('new'))).toHaveLength(1)
    const others = Array.from({ length: 20_000 }, (_, at) => `- text: other ${at}`).join('\n')
    expect(ariaChanges(page('x'), others)).toHaveLength(40_001)
  })
})
