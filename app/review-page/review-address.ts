import { compareViews, type CompareView } from '~/compare/pair'

/** The query and the hash of a review page's URL. */
export interface ReviewAddress {
  /** The id of an artifact (`art_…`) or a thread (`thr_…`). */
  target: string | null
  /**
   * The index of the revision on the stage; null if it is the revision that is shown by default for the
   * target.
   */
  revision: number | null
  /** The number of the round whose evidence is shown; null for the latest evidence. */
  round: number | null
  compare: CompareView | null
  /** The id of the revision with which the revision on the stage is compared. */
  with: string | null
}

const one = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Parses the query and the hash of a URL. Invalid values are ignored. */
export function readAddress(query: Record<string, unknown>, hash: string): ReviewAddress {
  const revision = Number(one(query.revision))
  const round = one(query.round)
  const compare = one(query.compare)
  const partner = one(query.with)
  return {
    target: hash.replace(/^#/, '') || null,
    revision: Number.isInteger(revision) && revision > 0 ? revision : null,
    round: round !== null && /^\d{1,9}$/.test(round) ? Number(round) : null,
    compare: compareViews.find(each => each === compare) ?? null,
    with: partner !== null && /^rvs_\w+$/.test(partner) ? partner : null,
  }
}

/** Formats the query and the hash of a URL. Parameters that are null are left out. */
export function writeAddress({ target, revision, round, compare, with: partner }: ReviewAddress): string {
  const query = new URLSearchParams()
  if (revision !== null) query.set('revision', String(revision))
  if (round !== null) query.set('round', String(round))
  if (compare !== null) query.set('compare', compare)
  if (compare !== null && partner !== null) query.set('with', partner)
  return `${query.size > 0 ? `?${query}` : ''}${target === null ? '' : `#${target}`}`
}
