/** A position in code that the browser runs. Lines and columns count from 1. */
interface Frame {
  url: string
  line: number
  column: number
}

/** A source map, version 3: ECMA-426. */
interface SourceMap {
  sources?: (string | null)[]
  sourceRoot?: string
  mappings?: string
  sections?: { offset: { line: number; column: number }; map: SourceMap }[]
}

/**
 * The segments of each generated line. Each segment has the generated column, the index of the source and the
 * original line, all counted from 0.
 */
type Lines = [column: number, source: number, line: number][][]

interface DecodedMap {
  lines: Lines
  sources: string[]
}

/** The maximum number of characters of a module or map. A larger one is not read. */
const MAX_CODE = 10_000_000
/** The maximum number of modules whose maps are read, and the time limit of each request in milliseconds. */
const MAX_MODULES = 200
const FETCH_MS = 3000

const maps = new Map<string, Promise<DecodedMap | null>>()

/**
 * Returns the original position in a source file of a position in a module, by the source map of the module.
 * Returns null if the module has no source map.
 */
export async function originalPosition(frame: Frame): Promise<{ path: string; line: number } | null> {
  const { url } = frame
  if (!maps.has(url) && maps.size < MAX_MODULES)
    maps.set(
      url,
      readMap(url).catch(() => null),
    )
  const map = await maps.get(url)
  const segments = map?.lines[frame.line - 1] ?? []
  const [, source, line] = segments.findLast(([column]) => column <= frame.column - 1) ?? segments[0] ?? []
  const path = source === undefined ? undefined : map?.sources[source]
  return path === undefined || line === undefined ? null : { path, line: line + 1 }
}

async function readMap(url: string): Promise<DecodedMap | null> {
  const code = await read(url)
  const [, reference] = [...code.matchAll(/\/\/[#@] sourceMappingURL=(\S+)/g)].at(-1) ?? []
  if (reference === undefined) return null
  const map = JSON.parse(await read(new URL(reference, url).href)) as SourceMap
  return decode(map, url)
}

async function read(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) })
  const text = response.ok ? await response.text() : ''
  return text.length > MAX_CODE ? '' : text
}

function decode(map: SourceMap, url: string): DecodedMap {
  const lines: Lines = []
  const sources: string[] = []
  const sections = map.sections ?? [{ offset: { line: 0, column: 0 }, map }]
  for (const { offset, map: part } of sections) {
    const first = sources.length
    for (const each of part.sources ?? []) sources.push(pathOf(each ?? '', part.sourceRoot ?? '', url))
    for (const [index, segments] of decodeMappings(part.mappings ?? '').entries()) {
      const target = (lines[offset.line + index] ??= [])
      const shift = index === 0 ? offset.column : 0
      for (const [column, source, line] of segments) target.push([column + shift, source + first, line])
    }
  }
  return { lines, sources }
}

/**
 * Returns the path of a source: the path of a file on the machine, or a path below the root of the
 * development server.
 */
function pathOf(source: string, root: string, url: string): string {
  const named = root && !/^[\w-]+:/.test(source) ? `${root.replace(/\/$/, '')}/${source}` : source
  const bundled = /^(?:webpack|turbopack):\/\/\/?(?:\[project\]|[^/]*)\/(?:\.\/)?(.*)$/.exec(named)
  if (bundled?.[1]) return bundled[1]
  return decodeURIComponent(new URL(named, url).pathname)
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes the field `mappings`. Its numbers are in Base64 VLQ, and each is relative to the previous one. */
function decodeMappings(mappings: string): Lines {
  let [source, line] = [0, 0]
  return mappings.split(';').map(text => {
    let column = 0
    const segments: Lines[number] = []
    for (const segment of text.split(',')) {
      const [byColumn, bySource, byLine] = decodeNumbers(segment)
      if (byColumn === undefined) continue
      column += byColumn
      if (bySource === undefined || byLine === undefined) continue
      source += bySource
      line += byLine
      segments.push([column, source, line])
    }
    return segments
  })
}

function decodeNumbers(segment: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const character of segment) {
    const digit = digits.indexOf(character)
    value += (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value & 1 ? -(value >> 1) : value >> 1)
    value = 0
    shift = 0
  }
  return numbers
}
