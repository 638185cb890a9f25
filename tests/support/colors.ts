import { readFileSync } from 'node:fs'
import { parse, type Container, type Rule } from 'postcss'

/** Red, green and blue in sRGB, from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number]
export type Theme = 'light' | 'dark'

const SHEETS = [
  'node_modules/tailwindcss/theme.css',
  'node_modules/@nuxt/ui/dist/runtime/index.css',
  'app/assets/css/colors.css',
  'app/assets/css/main.css',
]

/**
 * Returns the custom properties that the style sheets set for the whole page in a theme, without the leading
 * dashes.
 */
function readProperties(theme: Theme): Map<string, string> {
  const layered = new Map<string, string>()
  const unlayered = new Map<string, string>()
  const isOfPage = (selectors: string[]) =>
    selectors.some(each => [':root', `.${theme}`].includes(each.trim()))
  const isLayered = (rule: Container) => {
    for (let each = rule.parent; each; each = each.parent)
      if (each.type === 'atrule' && 'name' in each && each.name === 'layer') return true
    return false
  }
  const add = (rule: Container, to: Map<string, string>) =>
    rule.each(each => {
      if (each.type === 'decl' && each.prop.startsWith('--')) to.set(each.prop.slice(2), each.value)
    })
  for (const path of SHEETS) {
    const sheet = parse(readFileSync(path, 'utf8'))
    sheet.walkAtRules('theme', rule => void add(rule, layered))
    sheet.walkRules((rule: Rule) => {
      if (isOfPage(rule.selectors)) add(rule, isLayered(rule) ? layered : unlayered)
    })
  }
  // Rules outside of cascade layers override rules in layers (CSS Cascading and Inheritance, 6.4.4).
  return new Map([...layered, ...unlayered])
}

/** Returns the color of a custom property, such as "ink" or "color-zinc-900", in a theme. */
export function colorsOf(theme: Theme): (property: string) => Color {
  const properties = readProperties(theme)
  const colorOf = (property: string): Color => {
    const value = properties.get(property)
    if (value === undefined) throw new Error(`No style sheet sets --${property}.`)
    const other = /^var\(--([\w-]+)\)$/.exec(value)?.[1]
    return other ? colorOf(other) : parseColor(value)
  }
  return colorOf
}

/** Parses `#rgb`, `#rrggbb` and `oklch(…)` (CSS Color Module Level 4). */
export function parseColor(text: string): Color {
  const hex = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1]
  if (hex) {
    const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
    const at = (index: number) => Number.parseInt(full.slice(index, index + 2), 16) / 255
    return [at(0), at(2), at(4)]
  }
  const parts = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+|none)\)$/.exec(text)
  if (!parts) throw new Error(`"${text}" is not a color that this function reads.`)
  const [lightness, chroma] = [Number(parts[1]) / 100, Number(parts[2])]
  const hue = parts[3] === 'none' ? 0 : (Number(parts[3]) * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const encode = (linear: number) => {
    const value = linear > 0.0031308 ? 1.055 * linear ** (1 / 2.4) - 0.055 : 12.92 * linear
    return Math.min(1, Math.max(0, value))
  }
  return [
    encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** Returns the visible color of a color that lies, with this opacity from 0 to 1, over another color. */
export function blend([r, g, b]: Color, opacity: number, below: Color): Color {
  const mix = (top: number, under: number) => top * opacity + under * (1 - opacity)
  return [mix(r, below[0]), mix(g, below[1]), mix(b, below[2])]
}

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Color, other: Color): number {
  const luminance = (color: Color) => {
    const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
  }
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}
