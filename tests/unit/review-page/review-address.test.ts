import { describe, expect, it } from 'vitest'
import { readAddress, writeAddress, type ReviewAddress } from '~/review-page/review-address'

const plain: ReviewAddress = { target: null, revision: null, round: null, compare: null, with: null }
const parse = (address: string) => {
  const url = new URL(address, 'https://x.test/reviews/rev_1')
  return readAddress(Object.fromEntries(url.searchParams), url.hash)
}

describe('the URL of a review', () => {
  it('the state of a review page is the same after it was written to the URL and read again', () => {
    const addresses: ReviewAddress[] = [
      plain,
      { ...plain, target: 'art_1' },
      { target: 'thr_1', revision: 2, round: null, compare: 'side-by-side', with: 'rvs_1' },
      { ...plain, round: 0 },
      { ...plain, target: 'art_1', round: 21, compare: 'variations' },
      { ...plain, target: 'art_1', compare: 'viewports' },
    ]
    for (const address of addresses) expect(parse(writeAddress(address))).toEqual(address)
  })

  it('the URL of a review contains the compared revision only while the page shows a comparison', () => {
    expect(writeAddress({ ...plain, target: 'art_1', with: 'rvs_1' })).toBe('#art_1')
    expect(writeAddress({ ...plain, target: 'art_1', revision: 3, compare: 'swipe', with: 'rvs_1' })).toBe(
      '?revision=3&compare=swipe&with=rvs_1#art_1',
    )
  })

  it('reading the URL of a review ignores invalid parts', () => {
    expect(parse('?compare=guess&with=../../x&revision=1.5&round=-1')).toEqual(plain)
    expect(readAddress({ compare: ['swipe', 'swipe'], revision: ['1'] }, '')).toEqual(plain)
  })
})
