import { text } from '~/text/annotation'

/** Formats a fraction as a percentage: "35%". */
export function percent(value: number, decimals = 0): string {
  return text.percent((value * 100).toFixed(decimals))
}
