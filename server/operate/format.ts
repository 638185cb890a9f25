const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Formats a number of bytes, such as `1.2 GiB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  for (; value >= 1024 && unit < UNITS.length - 1; unit += 1) value /= 1024
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`
}

/** Formats a count with its noun, such as `12,345 blobs` or `1 blob`. */
export const formatCount = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** Returns a URL without its password. */
export function withoutPassword(address: string): string {
  const url = URL.parse(address)
  if (!url) return '(an address that cannot be shown)'
  if (url.password !== '') url.password = '***'
  for (const name of url.searchParams.keys()) if (/pass|secret/i.test(name)) url.searchParams.set(name, '***')
  return url.href
}
