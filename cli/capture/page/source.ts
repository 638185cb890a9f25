import { limits } from '#shared/contract/kit/limits'
import { originalPosition } from './source-map'
import { cut } from './text'

/** The source position of an element, and the component that renders it. */
interface Source {
  source: string | null
  component: string | null
}

type Position = [path: string, line?: number]

/**
 * The maximum number of positions that are looked up in source maps: of the whole page, and of one stack
 * trace.
 */
const MAX_POSITIONS = 10_000
const MAX_FRAMES = 6

/**
 * Returns a function that finds the source position of an element. Only development builds contain it: of
 * React, Vue and Svelte, and in the attributes that inspector plugins add.
 */
export function createSourceFinder(): (element: Element) => Promise<Source> {
  let positions = 0
  return async element => {
    const position =
      fromAttributes(element) ??
      fromSvelte(element) ??
      fromVue(element) ??
      (positions < MAX_POSITIONS ? await fromReact(element, () => (positions += 1)) : null)
    const component = componentOf(element) ?? (position && nameOfFile(position[0]))
    return {
      source: position && cut(describe(position), limits.contextSelector),
      component: component && cut(component, limits.contextName),
    }
  }
}

const describe = ([path, line]: Position): string => (line === undefined ? path : `${path}:${line}`)

/** Returns the name of the component in a file of one component, such as `Cart` for `src/Cart.vue`. */
const nameOfFile = (path: string): string | null => /([^/\\]+)\.(?:vue|svelte|astro)$/.exec(path)?.[1] ?? null

/**
 * The attributes of inspector plugins. The value is `src/Cart.tsx:41:9`, or only the path if the line is in
 * another attribute.
 */
const attributes: [path: string, line?: string][] = [
  ['data-v-inspector'],
  ['data-insp-path'],
  ['data-tsd-source'],
  ['data-locatorjs'],
  ['data-source-loc'],
  ['data-loc'],
  ['data-source'],
  ['data-astro-source-file', 'data-astro-source-loc'],
  ['data-inspector-relative-path', 'data-inspector-line'],
]

function fromAttributes(element: Element): Position | null {
  for (const [name, lineName] of attributes) {
    const value = element.getAttribute(name)
    if (!value) continue
    const joined = lineName ? `${value}:${element.getAttribute(lineName) ?? ''}` : value
    const [, path, line] = /^(.*\.\w+):(\d+)(?::.*)?$/.exec(joined) ?? []
    if (path) return [path, Number(line)]
  }
  return null
}

interface SvelteElement {
  __svelte_meta?: { loc?: { file: string; line: number; char?: number } }
}

function fromSvelte(element: Element): Position | null {
  const loc = (element as SvelteElement).__svelte_meta?.loc
  if (!loc?.file) return null
  // Svelte 4 counts lines from 0. Only Svelte 4 also has the offset of the character.
  return [loc.file, loc.char === undefined ? loc.line : loc.line + 1]
}

interface VueInstance {
  type?: { __file?: string; name?: string; __name?: string }
  parent?: VueInstance | null
}
interface VueElement {
  __vueParentComponent?: VueInstance
  __vnode?: { props?: object | null }
  __vue__?: { $options?: { __file?: string; name?: string } }
}

function fromVue(element: Element): Position | null {
  const { __vnode: vnode, __vueParentComponent: instance } = element as VueElement
  // The position that `vite-plugin-vue-tracer` records, which is a part of Nuxt DevTools.
  const tracer = (window as { __vue_tracer__?: { vnodeToPos?: WeakMap<object, Position> } }).__vue_tracer__
  const traced = vnode?.props && tracer?.vnodeToPos?.get(vnode.props)
  if (traced) return [traced[0], traced[1]]
  for (let each = instance; each; each = each.parent ?? undefined)
    if (each.type?.__file && !isOfLibrary(each.type.__file)) return [each.type.__file]
  const file = vueTwo(element)?.__file
  return file ? [file] : null
}

/** Returns the options of the Vue 2 component that an element belongs to. */
function vueTwo(element: Element) {
  for (let each: Element | null = element; each; each = each.parentElement) {
    const options = (each as VueElement).__vue__?.$options
    if (options) return options
  }
  return undefined
}

interface Fiber {
  type?: unknown
  return?: Fiber | null
  _debugSource?: { fileName: string; lineNumber: number } | null
  _debugStack?: { stack?: string } | string | null
  _debugOwner?: Fiber | null
  /** `name`, `owner` and `debugStack` are the fields of a React server component. */
  name?: string
  owner?: Fiber | null
  debugStack?: { stack?: string } | string | null
}

function fiberOf(element: Element): Fiber | undefined {
  const key = Object.keys(element).find(each => /^__react(?:Fiber|InternalInstance)\$/.test(each))
  return key === undefined ? undefined : (element as unknown as Record<string, Fiber>)[key]
}

/**
 * Returns the position in JSX of the element, or of the nearest component around it that is not from a
 * library. Up to React 18, the position is a field of the fiber. React 19 has the stack trace of the call
 * that created the element.
 */
async function fromReact(element: Element, countPosition: () => void): Promise<Position | null> {
  for (let fiber = fiberOf(element), depth = 0; fiber && depth < 20; depth += 1) {
    const { _debugSource: source } = fiber
    if (source?.fileName && !isOfLibrary(source.fileName)) return [source.fileName, source.lineNumber]
    const stack = fiber._debugStack ?? fiber.debugStack
    for (const frame of framesOf(typeof stack === 'string' ? stack : (stack?.stack ?? ''))) {
      countPosition()
      const position = await originalPosition(frame)
      if (position && !isOfLibrary(position.path)) return [position.path, position.line]
    }
    fiber = fiber._debugOwner ?? fiber.owner ?? undefined
  }
  return null
}

/**
 * Returns the first frames of a stack trace that are not in a library. The first of them created the element.
 */
function framesOf(stack: string): { url: string; line: number; column: number }[] {
  const frames = stack.split('\n').flatMap(each => {
    const [, url, line, column] = /((?:https?|file):\/\/[^\s)]+?):(\d+):(\d+)\)?\s*$/.exec(each) ?? []
    return url && !isOfLibrary(url) ? [{ url, line: Number(line), column: Number(column) }] : []
  })
  return frames.slice(0, MAX_FRAMES)
}

const isOfLibrary = (path: string): boolean => /[/\\]node_modules[/\\]|\/\.vite\/deps\//.test(path)

/** Returns the name of the component that renders an element; null if the page does not state it. */
function componentOf(element: Element): string | null {
  for (let fiber = fiberOf(element)?.return, depth = 0; fiber && depth < 50; depth += 1) {
    const name = componentName(fiber.type)
    if (name) return name
    fiber = fiber.return
  }
  const type = (element as VueElement).__vueParentComponent?.type
  if (type) return type.name ?? type.__name ?? nameOfFile(type.__file ?? '')
  const angular = (window as { ng?: { getOwningComponent?: (of: Element) => object | null } }).ng
  return vueTwo(element)?.name ?? angular?.getOwningComponent?.(element)?.constructor.name ?? null
}

/**
 * Returns the name of a React component: of a function, or of an object that wraps a component, as `memo`
 * returns.
 */
function componentName(type: unknown): string | null {
  if (typeof type === 'function') return named(type) ?? type.name
  if (typeof type !== 'object' || type === null) return null
  const { render, type: inner } = type as { render?: unknown; type?: unknown }
  return named(type) ?? componentName(render ?? inner)
}

const named = (type: object): string | null => (type as { displayName?: string }).displayName ?? null
