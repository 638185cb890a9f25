import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  actionFor,
  hasShortcut,
  shortcutGroups,
  shortcuts,
  controlShortcuts,
  type KeyPress,
} from '~/ui/keys/shortcuts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})
const action = (...args: Parameters<typeof press>) => actionFor(press(...args)).action

afterEach(() => vi.unstubAllGlobals())

describe('shortcuts', () => {
  it('each shortcut returns its action, except while the person is typing', () => {
    for (const shortcut of shortcuts) {
      const held = { ctrlKey: shortcut.mod ?? false, shiftKey: shortcut.shift ?? false }
      const prefix = shortcut.prefix ?? null
      for (const key of shortcut.keys) {
        const isActive = (name: string) => name === shortcut.action
        expect(actionFor(press(key, held), prefix, false, isActive)).toEqual({
          action: shortcut.action,
          pendingPrefix: null,
        })
        expect(actionFor(press(key, held), prefix, true)).toEqual({ action: null, pendingPrefix: null })
      }
    }
  })

  it('shortcuts have distinct keys and actions, and every group has at least one shortcut', () => {
    const combinations = shortcuts.flatMap(each =>
      each.keys.map(key => {
        const modifiers = [each.mod && 'mod', each.shift && 'shift']
        // The shortcuts of the inbox and the shortcuts of a review are never active together.
        return [each.group === 'inbox' && 'inbox', each.prefix, ...modifiers, key].filter(Boolean).join(' ')
      }),
    )
    // Only these keys have two actions. O ends a range on a video and is a compare mode on an image. Arrow
    // keys step by a frame of a video and move the divider of a swipe.
    const repeated = combinations.filter((each, index) => combinations.indexOf(each) !== index)
    expect(repeated).toEqual(['ArrowLeft', 'ArrowRight', 'o'])
    expect(new Set(shortcuts.map(each => each.action)).size).toBe(shortcuts.length)
    expect(shortcutGroups.filter(group => !shortcuts.some(each => each.group === group))).toEqual([])
  })

  it('a key that works only on a focused control is listed next to a shortcut of its group', () => {
    expect(
      controlShortcuts().filter(
        each => !shortcuts.some(other => other.action === each.listedWith && other.group === each.group),
      ),
    ).toEqual([])
    expect(controlShortcuts().map(each => each.label)).toEqual(
      expect.arrayContaining(['Ctrl+Enter', 'Ctrl+Shift+Enter', 'Ctrl+wheel', 'Alt+arrows', 'Enter']),
    )
  })

  it('the list of shortcuts names the modifier key of the device: ⌘ on a Mac, Ctrl elsewhere', () => {
    const labels = () => [...shortcuts, ...controlShortcuts()].map(each => each.label)
    expect(labels().filter(each => each.includes('⌘'))).toEqual([])
    vi.stubGlobal('navigator', { platform: 'MacIntel' })
    expect(labels().filter(each => each.includes('Ctrl'))).toEqual([])
    expect(labels()).toEqual(expect.arrayContaining(['⌘+K', '⌘+Enter', '⌘+Shift+Enter', '⌘+wheel']))
  })

  const outsideOfReviews = (name: string) => name !== 'approve'

  it('the inbox opens with G followed by I, and not with I alone', () => {
    const first = actionFor(press('g'), null, false, outsideOfReviews)
    expect(first).toEqual({ action: null, pendingPrefix: 'g' })
    expect(actionFor(press('i'), first.pendingPrefix).action).toBe('inbox')
    expect(action('i')).not.toBe('inbox')
  })

  it('on the page of a review, G approves the evidence at once, so G and I have no shortcut', () => {
    expect(actionFor(press('g'))).toEqual({ action: 'approve', pendingPrefix: null })
    expect([hasShortcut('inbox', () => true), hasShortcut('inbox', outsideOfReviews)]).toEqual([false, true])
    expect(hasShortcut('approve', () => true)).toBe(true)
  })

  it('any other key ends a sequence of keys, and its own action is returned', () => {
    expect(actionFor(press('r'), 'g')).toEqual({ action: 'tool-rectangle', pendingPrefix: null })
    expect(actionFor(press('F9'), 'g')).toEqual({ action: null, pendingPrefix: null })
    expect(actionFor(press('g'), 'g', false, outsideOfReviews)).toEqual({
      action: null,
      pendingPrefix: 'g',
    })
    expect(actionFor(press('Shift', { shiftKey: true }), 'g').pendingPrefix).toBe('g')
  })

  it('K with Ctrl or ⌘ opens the command palette, and K alone pauses the video', () => {
    const onReview = (name: string) => name !== 'previous-row'
    const alone = actionFor(press('k'), null, false, onReview).action
    expect([action('k', { ctrlKey: true }), action('K', { metaKey: true }), alone]).toEqual([
      'command-palette',
      'command-palette',
      'shuttle-stop',
    ])
    expect(action('k', { ctrlKey: true, shiftKey: true })).toBeNull()
  })

  it('T selects the next comment, and Shift with T selects the previous comment', () => {
    expect([action('t'), action('T'), action('T', { shiftKey: true })]).toEqual([
      'next-comment',
      'next-comment',
      'previous-comment',
    ])
    expect(action('T', { shiftKey: true, ctrlKey: true })).toBeNull()
  })

  it('shortcuts ignore key combinations of the browser', () => {
    for (const key of ['0', '+', '-', 'r', 'a', 'p', 's', 'w', 'd', 'ArrowUp']) {
      expect(action(key, { ctrlKey: true })).toBeNull()
      expect(action(key, { metaKey: true })).toBeNull()
    }
    expect([
      action('ArrowUp', { shiftKey: true }),
      action('ArrowUp', { altKey: true }),
      action('r', { shiftKey: true }),
    ]).toEqual([null, null, null])
  })

  it('shortcuts match symbols whatever modifiers the keyboard layout needs to type them', () => {
    expect(action('?', { shiftKey: true })).toBe('shortcuts')
    expect(action('+', { shiftKey: true })).toBe('zoom-in')
    expect(action('0', { shiftKey: true })).toBe('zoom-fit')
    expect([action('[', { ctrlKey: true, altKey: true }), action(']', { altKey: true })]).toEqual([
      'previous-revision',
      'next-revision',
    ])
  })

  it('a key with several actions runs the action that the page handles', () => {
    const on = (handled: string[]) =>
      actionFor(press('j'), null, false, each => handled.includes(each)).action
    expect([on(['next-row']), on(['shuttle-back']), on([])]).toEqual(['next-row', 'shuttle-back', null])
  })

  it('shortcuts ignore Caps Lock', () => {
    expect(action('V')).toBe('tool-select')
  })
})

it('O ends a range while a video is on the stage, and compares images otherwise', () => {
  const withActive = (...names: string[]) =>
    actionFor(press('o'), null, false, name => names.includes(name)).action
  expect(withActive('range-end', 'compare-onion-skin')).toBe('range-end')
  expect(withActive('compare-onion-skin')).toBe('compare-onion-skin')
  expect(withActive()).toBeNull()
})
