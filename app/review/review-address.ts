import { compareModes, type CompareView } from '~/compare/pair'

/** What the address of a review page says beside its path. */
export interface ReviewAddress {
  /** `art_…` or `thr_…`. */
  target: string | null
  /** The index of the revision on the stage, where the target alone would open another. */
  revision: number | null
  compare: CompareView | null
  /** The revision it is compared with. */
  with: string | null
}

const views: readonly string[] = [...compareModes, 'variations']
const one = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Reads a query and a hash; what makes no sense is left out. */
export function readAddress(query: Record<string, unknown>, hash: string): ReviewAddress {
  const revision = Number(one(query.revision))
  const compare = one(query.compare)
  const partner = one(query.with)
  return {
    target: hash.replace(/^#/, '') || null,
    revision: Number.isInteger(revision) && revision > 0 ? revision : null,
    compare: compare !== null && views.includes(compare) ? (compare as CompareView) : null,
    with: partner !== null && /^rvs_\w+$/.test(partner) ? partner : null,
  }
}

/** The query and the hash, as short as they can be. */
export function writeAddress({ target, revision, compare, with: partner }: ReviewAddress): string {
  const query = new URLSearchParams()
  if (revision !== null) query.set('revision', String(revision))
  if (compare !== null) query.set('compare', compare)
  if (compare !== null && partner !== null) query.set('with', partner)
  return `${query.size > 0 ? `?${query}` : ''}${target === null ? '' : `#${target}`}`
}
