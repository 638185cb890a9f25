import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blend, colorsOf, contrast, parseColor, type Color, type Theme } from '../../support/colors'

/**
 * The minimum contrast ratios of WCAG 2.2: for text (1.4.3), and for edges, icons and focus rings (1.4.11).
 */
const TEXT = 4.5
const GRAPHICS = 3

/** The background colors: `background`, `paper`, and the color of a row or button under the pointer. */
const surfaces = ['background-base', 'paper', 'hover']

/** The color properties that the class names of Nuxt UI use, by the kind of class. */
const aliases: Record<string, Record<string, string>> = {
  text: {
    default: 'ui-text',
    muted: 'ui-text-muted',
    dimmed: 'ui-text-dimmed',
    inverted: 'ui-text-inverted',
  },
  bg: { default: 'ui-bg', muted: 'ui-bg-muted', elevated: 'ui-bg-elevated' },
}
const fixed: Record<string, Color> = { white: [1, 1, 1], black: [0, 0, 0] }

/** A color in a class name, such as the color of `bg-accent/10`. */
interface Used {
  name: string
  /** From 0 (transparent) to 1 (opaque). */
  opacity: number
}
/** A text color and the background of the same element, in one theme. */
interface Pair {
  text: Used
  background?: Used
  file: string
}

const NAMES = [
  'background|paper|ink|mute|faint|hover|accent|mark|figure|(?:open|addressed|done|bad)(?:-soft)?',
  'primary|error|default|muted|dimmed|elevated|inverted',
  'white|black|zinc-\\d+|emerald-\\d+|\\(--mark-pin\\)',
].join('|')

/**
 * Returns the text or background color that the classes with a prefix such as "dark:hover:" set. The last
 * class wins.
 */
function used(classes: string[], kind: 'text' | 'bg', prefix: string): Used | undefined {
  const pattern = new RegExp(`^!?${kind}-(${NAMES})(?:/(\\d+))?!?$`)
  const found = classes
    .filter(each => each.startsWith(prefix))
    .map(each => pattern.exec(each.slice(prefix.length)))
    .findLast(Boolean)
  return found ? { name: found[1] ?? '', opacity: Number(found[2] ?? 100) / 100 } : undefined
}

/**
 * Returns the class lists of a component. Strings that follow each other in an array apply to one element.
 */
function classLists(source: string): string[] {
  const attributes = [...source.matchAll(/"([^"']*)"/g)].map(([, list = '']) => list)
  const chains = [...source.matchAll(/'[^'\n]*'(?:,\s*'[^'\n]*')*/g)].map(([chain]) => chain)
  const joined = (chain: string) => [...chain.matchAll(/'([^'\n]*)'/g)].map(([, each]) => each).join(' ')
  return [...attributes, ...chains.map(joined)]
}

/**
 * Returns the text colors of all components in a theme with their backgrounds, normally and under the
 * pointer.
 */
function pairsIn(theme: Theme): Pair[] {
  return globSync(['components/**/*.vue', 'pages/**/*.vue', 'app/layouts/*.vue']).flatMap(file =>
    classLists(readFileSync(file, 'utf8')).flatMap(list => {
      const classes = list.split(/\s+/)
      const own = (kind: 'text' | 'bg', prefix: string) =>
        (theme === 'dark' ? used(classes, kind, `dark:${prefix}`) : undefined) ?? used(classes, kind, prefix)
      const [text, background] = [own('text', ''), own('bg', '')]
      const [over, backgroundOver] = [own('text', 'hover:') ?? text, own('bg', 'hover:') ?? background]
      return [
        ...(text ? [{ text, background, file }] : []),
        ...(over && backgroundOver ? [{ text: over, background: backgroundOver, file }] : []),
      ]
    }),
  )
}

describe.each(['light', 'dark'] as const)('contrast in the %s theme', theme => {
  const colorOf = colorsOf(theme)
  const named = (kind: string, name: string): Color => {
    const property = /^\(--(.+)\)$/.exec(name)?.[1] ?? aliases[kind]?.[name]
    if (property) return colorOf(property)
    if (/^(?:zinc|emerald)-/.test(name)) return colorOf(`color-${name}`)
    if (name === 'primary' || name === 'error') return colorOf(`ui-${name}`)
    return fixed[name] ?? colorOf(name)
  }
  /**
   * Returns the lowest contrast of a color to a background. A transparent background lies on surfaces of a
   * page.
   */
  const minContrast = (color: Color, background: Used, below = surfaces) =>
    Math.min(
      ...below.map(surface =>
        contrast(color, blend(named('bg', background.name), background.opacity, named('bg', surface))),
      ),
    )

  it('each text of a component has a contrast of at least 4.5 to its own background', () => {
    const pairs = pairsIn(theme).filter(each => each.background)
    const low = pairs.flatMap(({ text, background, file }) => {
      const ratio = background
        ? minContrast(named('text', text.name), background, ['paper', 'background-base'])
        : 0
      return ratio < TEXT ? [`${file}: ${text.name} on ${background?.name}: ${ratio.toFixed(2)}`] : []
    })
    expect([...new Set(low)]).toEqual([])
    expect(pairs.length).toBeGreaterThan(50)
  })

  it('each text without its own background has a contrast of at least 4.5 to each page surface', () => {
    const names = pairsIn(theme)
      .filter(each => !each.background)
      .map(each => each.text.name)
    // White and grays are used on bars over the stage and next to images, which are dark in both themes.
    const texts = [...new Set(names)].filter(name => !/^(?:white|black|zinc|paper|inverted)/.test(name))
    const low = texts.flatMap(name =>
      surfaces.flatMap(surface => {
        const ratio = contrast(named('text', name), named('bg', surface))
        return ratio < TEXT ? [`${name} on ${surface}: ${ratio.toFixed(2)}`] : []
      }),
    )
    expect(low).toEqual([])
    expect(texts).toEqual(expect.arrayContaining(['ink', 'mute', 'faint', 'accent', 'bad']))
  })

  it('texts on the stage, on bars over it, on pins and on buttons have a contrast of at least 4.5', () => {
    const on = (text: string, background: Color) => contrast(named('text', text), background)
    const white: Color = [1, 1, 1]
    const glass =
      theme === 'light' ? { color: white, part: 0.88 } : { color: parseColor('#202024'), part: 0.9 }
    const glassOver = (image: Color) => blend(glass.color, glass.part, image)
    const onBar = (image: Color) => contrast(blend(colorOf('ink'), 0.85, glassOver(image)), glassOver(image))
    const ratios = {
      'text of a bar over a white image': onBar(white),
      'text of a bar over a black image': onBar([0, 0, 0]),
      'quiet text of a bar over a white image': contrast(colorOf('mute'), glassOver(white)),
      'quiet text of a bar over a black image': contrast(colorOf('mute'), glassOver([0, 0, 0])),
      'text of a pressed button of a bar': contrast(
        colorOf('ink'),
        blend(colorOf('ink'), 0.09, glassOver(white)),
      ),
      'text of a toolbar at rest': contrast(
        blend(colorOf('ink'), 0.72, colorOf('background-base')),
        colorOf('background-base'),
      ),
      'text of a tooltip': on('white', named('bg', 'zinc-900')),
      'text of a tag over a white image': on('zinc-100', blend(named('bg', 'zinc-900'), 0.9, white)),
      'number of an open pin': on('white', colorOf('mark-pin')),
      'number of an addressed pin': contrast(colorOf('mark-pin'), white),
      'number of an addressed comment in the list': contrast(colorOf('figure'), colorOf('hover')),
      'number of a resolved pin': contrast(parseColor('#52525b'), white),
      'button of a form': on('inverted', named('bg', 'primary')),
      'button that deletes': on('inverted', named('bg', 'error')),
      'item of a menu that deletes, under the pointer': minContrast(named('text', 'error'), {
        name: 'error',
        opacity: 0.1,
      }),
      'text that is not there yet': on('dimmed', named('bg', 'default')),
      'text of a component': on('default', named('bg', 'elevated')),
    }
    expect(Object.entries(ratios).filter(([, ratio]) => ratio < TEXT)).toEqual([])
  })

  it('texts have a contrast of at least 4.5 to a background with any hue of a picture', () => {
    const [color, part] = theme === 'light' ? ['86% 0.04', 0.18] : ['60% 0.08', 0.07]
    for (let hue = 0; hue < 360; hue += 10) {
      const background = blend(parseColor(`oklch(${color} ${hue})`), part, colorOf('background-base'))
      for (const text of ['ink', 'mute', 'faint', 'accent', 'figure', 'bad', 'done'])
        expect([text, hue, contrast(colorOf(text), background) >= TEXT]).toEqual([text, hue, true])
    }
  })

  it('focus rings, selected and rejected items, and unread dots have a contrast of at least 3', () => {
    const ratios = surfaces.flatMap(surface =>
      ['accent', 'bad', 'mute', 'ink', 'done'].map(
        name => [`${name} on ${surface}`, contrast(colorOf(name), colorOf(surface))] as const,
      ),
    )
    expect(ratios.filter(([, ratio]) => ratio < GRAPHICS)).toEqual([])
  })

  it('focus rings on bars over the stage, and the edges of pins, have a contrast of at least 3', () => {
    const css = readFileSync('app/assets/css/main.css', 'utf8')
    // Checks that the style sheet has the colors of translucent bars with which this test and the previous
    // one compute.
    expect(css).toContain('--glass: rgb(255 255 255 / 0.88);')
    expect(css).toContain('--glass: rgb(32 32 36 / 0.9);')
    expect(css).toContain('color: color-mix(in oklab, var(--ink) 85%, transparent);')
    const bars: Record<typeof theme, Color> = { light: [1, 1, 1], dark: parseColor('#202024') }
    expect(contrast(colorOf('accent'), bars[theme])).toBeGreaterThanOrEqual(GRAPHICS)
    for (const pin of ['mark-pin', 'mark'])
      expect([pin, contrast(colorOf(pin), [1, 1, 1]) >= GRAPHICS]).toEqual([pin, true])
  })
})

it('the contrast of colors is computed as WCAG 2.2 defines it', () => {
  expect(contrast([0, 0, 0], [1, 1, 1])).toBeCloseTo(21)
  // A known example: the lightest gray that has a contrast of 4.5 to white.
  expect(contrast(parseColor('#767676'), parseColor('#fff'))).toBeCloseTo(4.54, 2)
  // Tailwind's zinc-900 is #18181b.
  expect(contrast(parseColor('oklch(21% 0.006 285.885)'), parseColor('#18181b'))).toBeCloseTo(1, 1)
})
