import type { Billing } from '#shared/contract/billing'
import { MIB } from '#shared/contract/kit/sizes'
import { quotas as text } from '~/text/billing'
import { formatCount } from '~/text/language/count'
import { formatBytes } from '~/ui/page/format'

/** The name of a limit of a plan. */
export type Quota = keyof Billing['limits']

/** Returns the label of a limit of a plan. */
export const quotaLabel = (quota: Quota): string => text.used[quota]

const MINUTE_MS = 60_000
const round = (value: number) => Math.round(value * 10) / 10

/** Formats a value of a quota with its unit: "20,000", "50 MiB", "5 min". `storage` is a number of bytes. */
export function formatQuota(quota: Quota | 'storage', value: number): string {
  if (quota === 'storage') return formatBytes(value)
  if (quota === 'fileBytes') return text.mebibytes(round(value / MIB))
  if (quota === 'videoMs') return text.minutes(round(value / MINUTE_MS))
  return formatCount(value)
}
