import { describe, expect, it } from 'vitest'
import type { Change } from '#shared/difference/changes'
import { fixAspect, fixCrop, isRecognizable } from '~/fix/fix-crop'

const image = { width: 1440, height: 3000 }
const shown = { width: 436, height: 218 }
/** A mark of 288 × 60 image pixels, 1200 below the top. */
const mark = { x: 0.5, y: 0.4, width: 0.2, height: 0.02 }
/** A mark of the whole width, which is too large to be readable on a card. */
const large = { x: 0, y: 0.1, width: 1, height: 0.8 }
const change = (x: number, y: number, more: Partial<Change> = {}): Change => ({
  ...{ x, y, width: 100, height: 20, pixels: 10 },
  ...more,
})
const at = (x: number, y: number) => ({ x, y, width: 100, height: 20 })
const cropOf = (options: Partial<Parameters<typeof fixCrop>[0]>) =>
  fixCrop({ mark, image, newer: image, changes: [], shown, ...options })

describe('the pictures of a fixed spot', () => {
  it('the aspect is that of the mark, within its limits', () => {
    const limits = { usual: 2.5, minAspect: 1.5 }
    const square = { width: 1000, height: 1000 }
    expect(fixAspect({ x: 0, y: 0, width: 0.4, height: 0.2 }, square, limits)).toBe(2)
    expect(fixAspect({ x: 0, y: 0, width: 0.4, height: 0.1 }, square, limits)).toBe(2.5)
    expect(fixAspect({ x: 0, y: 0, width: 0.1, height: 0.4 }, square, limits)).toBe(1.5)
    expect(fixAspect({ x: 0.5, y: 0.5, width: 0, height: 0 }, square, limits)).toBe(2.5)
  })

  it('both pictures show the same part if nothing has moved', () => {
    const { crop, movedCrop, spot, moved } = cropOf({ changes: [change(10, 10)] })
    expect(spot).toEqual({ x: 720, y: 1200, width: 288, height: 60 })
    expect(moved).toEqual({ dx: 0, dy: 0 })
    expect(movedCrop).toEqual(crop)
    expect(crop.width / crop.height).toBeCloseTo(2)
  })

  it('the newer picture shows where a moved block with the spot is now', () => {
    const block = { x: 600, y: 1100, width: 600, height: 300 }
    const moved = { from: block, to: { ...block, y: 1340 } }
    const result = cropOf({ changes: [change(600, 1340, { moved })] })
    expect(result.moved).toEqual({ dx: 0, dy: 240 })
    expect(result.movedCrop).toEqual({ ...result.crop, y: result.crop.y + 240 })
  })

  it('both pictures show the place of a spot that the newer picture does not have', () => {
    const block = { x: 600, y: 1100, width: 600, height: 300 }
    const removed = { from: block, to: { ...block, height: 0 } }
    const result = cropOf({ changes: [change(600, 1100, { removed })] })
    expect(result.moved).toBe('removed')
    expect(result.movedCrop).toEqual(result.crop)
  })

  it('of a mark that is too large to be readable, the largest change inside of it is shown', () => {
    const inside = change(700, 900, { pixels: 20 })
    const outside = change(700, 100, { pixels: 50 })
    const result = cropOf({ mark: large, changes: [outside, change(700, 1500), inside] })
    expect(result.spot).toMatchObject(at(700, 900))
    expect(result.crop.width).toBeLessThan(image.width / 2)
    expect(cropOf({ mark: large }).crop.width).toBeGreaterThan(image.width / 2)
  })

  it('the crop of a change shows most of its mark, if text can then still be read', () => {
    // A card of 400 × 220 pixels whose right part has changed. The pictures show 315 × 315 pixels.
    const card = { x: 1000 / 1440, y: 300 / 3000, width: 400 / 1440, height: 220 / 3000 }
    const square = { width: 140, height: 140 }
    const { crop, isPart } = cropOf({ mark: card, shown: square, changes: [change(1210, 400)] })
    expect(isPart).toBe(true)
    expect(crop).toMatchObject({ x: 1042.5, y: 252.5, width: 315, height: 315 })
    const right = cropOf({ mark: card, shown: square, changes: [change(1295, 400)] })
    expect(right.crop.x + right.crop.width).toBeCloseTo(1395 + 12 * 1.125)
  })

  it('the outline of a mark is recognizable if two of its edges are clear of the edges of a crop', () => {
    const crop = { x: 100, y: 100, width: 320, height: 200 }
    const markAt = (x: number, y: number) => ({ x, y, width: 900, height: 150 })
    expect(isRecognizable(markAt(130, 120), crop)).toBe(true)
    expect(isRecognizable(markAt(0, 120), crop)).toBe(true)
    expect(isRecognizable(markAt(0, 102), crop)).toBe(false)
    expect(isRecognizable({ x: 0, y: 0, width: 900, height: 900 }, crop)).toBe(false)
  })

  it('a change inside of a large mark that moved is shown at its place in each picture', () => {
    const moved = { from: at(700, 900), to: at(740, 960) }
    const result = cropOf({ mark: large, changes: [change(740, 960, { moved })] })
    expect(result.spot).toEqual(at(700, 900))
    expect(result.moved).toEqual({ dx: 40, dy: 60 })
    expect(result.movedCrop).toEqual({ ...result.crop, x: result.crop.x + 40, y: result.crop.y + 60 })
  })

  it('of an inserted block inside of a large mark, both pictures show the same place', () => {
    const inserted = { from: { ...at(700, 900), height: 0 }, to: at(700, 900) }
    const result = cropOf({ mark: large, changes: [change(700, 900, { inserted })] })
    expect(result.moved).toEqual({ dx: 0, dy: 0 })
    expect(result.movedCrop).toEqual(result.crop)
  })
})
