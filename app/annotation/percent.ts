import { annotation as text } from '~/text/shell'

/** Formats a fraction: "35%". */
export function percent(value: number, decimals = 0): string {
  return text.percent((value * 100).toFixed(decimals))
}
