import { localFormats } from './local-formats'

/**
 * Formats a number with the local thousands separators and decimal separator. Until hydration, the format is
 * "12,345".
 */
export const formatCount = (count: number): string =>
  localFormats()?.count(count) ?? String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** Formats a count with its English noun: "1 review", "3 reviews". */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}
