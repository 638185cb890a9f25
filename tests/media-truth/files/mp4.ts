import { readFileSync } from 'node:fs'
import { box, boxesIn, changingTrack, withEdits, type EditEntry } from '../../support/media/mp4-boxes'
import { HEIGHT, WIDTH, type TruthFile } from './file'
import { profile } from './icc'
import { u16, u32 } from './png-writer'

/** Reads a video that `bases/README.md` describes, from the folder of its file extension. */
export const base = (name: string): Buffer =>
  readFileSync(new URL(`../bases/${name.split('.').at(-1)}/${name}`, import.meta.url))

type Change = (body: Buffer) => Buffer

/** Changes the content of the box at this path. Returns all boxes. */
function changed(bytes: Buffer, [type = '', ...rest]: string[], change: Change): Buffer {
  return Buffer.concat(
    boxesIn(bytes).map(each => {
      if (each.type !== type) return each.bytes
      const body = each.bytes.subarray(8)
      return box(type, rest.length === 0 ? change(body) : changed(body, rest, change))
    }),
  )
}

const inTrack = (file: Buffer, track: number, path: string[], change: Change): Buffer =>
  changingTrack(file, track, children => [
    changed(Buffer.concat(children.map(({ bytes }) => bytes)), path, change),
  ])

const TO_DESCRIPTION = ['mdia', 'minf', 'stbl', 'stsd']
/** The number of bytes of a visual sample entry before its boxes. */
const VISUAL_BYTES = 86

/**
 * Returns a video whose visual sample entry has these additional boxes. They replace boxes of the same type.
 */
function describedBy(file: Buffer, ...more: Buffer[]): Buffer {
  return inTrack(file, 0, TO_DESCRIPTION, body => {
    const entry = body.subarray(8)
    const types = more.map(each => each.toString('latin1', 4, 8))
    const own = boxesIn(entry.subarray(VISUAL_BYTES)).filter(({ type }) => !types.includes(type))
    const content = Buffer.concat([
      entry.subarray(8, VISUAL_BYTES),
      ...own.map(({ bytes }) => bytes),
      ...more,
    ])
    return Buffer.concat([body.subarray(0, 8), box(entry.toString('latin1', 4, 8), content)])
  })
}

type Matrix = [a: number, b: number, c: number, d: number, x?: number, y?: number]

function matrixBytes([a, b, c, d, x = 0, y = 0]: Matrix): Buffer {
  const bytes = Buffer.alloc(36)
  for (const [i, value] of [a, b, 0, c, d, 0, x, y].entries()) bytes.writeInt32BE(value * 65_536, i * 4)
  bytes.writeInt32BE(0x40000000, 32)
  return bytes
}

const patched = (body: Buffer, at: number, bytes: Buffer): Buffer => {
  const copy = Buffer.from(body)
  bytes.copy(copy, at)
  return copy
}
/** The byte positions of the matrix in a track header and in a movie header, both of version 0. */
const TRACK_MATRIX = 40
const MOVIE_MATRIX = 36

const turned = (file: Buffer, matrix: Matrix) =>
  inTrack(file, 0, ['tkhd'], body => patched(body, TRACK_MATRIX, matrixBytes(matrix)))
const turnedMovie = (file: Buffer, matrix: Matrix) =>
  changed(file, ['moov', 'mvhd'], body => patched(body, MOVIE_MATRIX, matrixBytes(matrix)))

const matrices: [string, Matrix][] = [
  ['as it is', [1, 0, 0, 1]],
  ['90', [0, 1, -1, 0, HEIGHT, 0]],
  ['180', [-1, 0, 0, -1, WIDTH, HEIGHT]],
  ['270', [0, -1, 1, 0, 0, WIDTH]],
  ['mirrored', [-1, 0, 0, 1, WIDTH, 0]],
  ['upside down', [1, 0, 0, -1, 0, HEIGHT]],
  ['90, mirrored', [0, 1, 1, 0]],
  ['270, mirrored', [0, -1, -1, 0, HEIGHT, WIDTH]],
]

const nclx = (primaries: number, transfer: number, matrix: number, isFull = false) =>
  box('colr', Buffer.from('nclx'), u16(primaries, transfer, matrix), Buffer.from([isFull ? 0x80 : 0]))
const nclc = (...values: number[]) => box('colr', Buffer.from('nclc'), u16(...values))
const pasp = (h: number, v: number) => box('pasp', u32(h, v))
/** Returns a box with additional bytes after its defined fields. */
const hiding = (bytes: Buffer) =>
  box(bytes.toString('latin1', 4, 8), bytes.subarray(8), Buffer.from('Somebody'))
const clap = (width: number, height: number, x = 0, y = 0) =>
  box('clap', u32(width, 1, height, 1, x, 1, y, 1))

/**
 * Returns the times in seconds at which a base video of 10 frames per second is compared: in the middle of
 * frames near the ends and near the key frames of the video.
 */
export const momentsOf = (frames: number): number[] =>
  [0.5, 3.5, 9.5, 10.5, 15.5, 19.5].filter(each => each < frames).map(each => each / 10)

/** Returns MP4 files. Most of them are made of `plain`, a video of 20 frames with sound. */
export function mp4Files(plain = base('h264.mp4')): TruthFile[] {
  const ordered = base('ordered.mp4')
  const file = (name: string, data: Buffer, more: Partial<TruthFile> = {}): TruthFile => ({
    name,
    mime: 'video/mp4',
    data,
    moments: momentsOf(20),
    ...more,
  })
  const edited = (name: string, edits: EditEntry[], track = 0, more: Partial<TruthFile> = {}) =>
    file(`edits: ${name}`, withEdits(plain, edits, track), more)
  const one = (name: string) => file(name, base(`${name}.mp4`), { moments: momentsOf(10) })
  return [
    file('plain', plain),
    ...['sar', 'full-range', 'pq', '444', '10-bit', 'gray', 'vp9', 'av1'].map(one),
    ...matrices.flatMap(([name, matrix]) => [
      file(`matrix of the track: ${name}`, turned(plain, matrix), { sample: name === 'mirrored' }),
      file(`matrix of the movie: ${name}`, turnedMovie(plain, matrix)),
    ]),
    ...matrices
      .slice(1, 5)
      .map(([name, matrix]) =>
        file(`matrices of both: ${name} and 90`, turnedMovie(turned(plain, [0, 1, -1, 0]), matrix)),
      ),
    file('matrix without translation', turned(plain, [0, 1, -1, 0])),
    file('matrix of half a size', turned(plain, [0.5, 0, 0, 0.5])),
    file('matrix twice as wide', turned(plain, [2, 0, 0, 1])),
    file('matrix of 45 degrees', turned(plain, [0.7071, 0.7071, -0.7071, 0.7071])),
    file('matrix of zeros', turned(plain, [0, 0, 0, 0])),
    file('matrix 90 with pasp 2:1', turned(describedBy(plain, pasp(2, 1)), [0, 1, -1, 0, HEIGHT, 0])),
    file('matrix mirrored with pasp 2:1', turned(describedBy(plain, pasp(2, 1)), [-1, 0, 0, 1, WIDTH, 0])),
    file(
      'size of the track twice as wide',
      inTrack(plain, 0, ['tkhd'], body => patched(body, 76, u32((WIDTH * 2) << 16))),
    ),
    file(
      'size of the track zero',
      inTrack(plain, 0, ['tkhd'], body => patched(body, 76, u32(0, 0))),
    ),
    ...(
      [
        [2, 1],
        [1, 2],
        [4, 3],
        [1, 1],
        [0, 0],
        [3000, 1],
        [64, 45],
      ] as const
    ).map(([h, v]) => file(`pasp ${h}:${v}`, describedBy(plain, pasp(h, v)), { sample: h === 4 })),
    file('pasp 1:1 with an aspect in the stream', describedBy(base('sar.mp4'), pasp(1, 1)), {
      moments: momentsOf(10),
    }),
    ...(
      [
        [1, 1, 1],
        [1, 13, 1],
        [1, 1, 0],
        [5, 6, 5],
        [6, 6, 6],
        [9, 14, 9],
        [9, 16, 9],
        [9, 18, 9],
        [12, 13, 1],
        [2, 2, 2],
        [1, 8, 1],
        [1, 1, 8],
      ] as const
    ).flatMap(([p, t, m]) => [
      file(`colr nclx ${p} ${t} ${m}`, describedBy(plain, nclx(p, t, m)), { sample: p === 5 }),
      file(`colr nclx ${p} ${t} ${m}, full range`, describedBy(plain, nclx(p, t, m, true))),
    ]),
    file('colr and pasp with bytes behind', describedBy(plain, hiding(nclx(5, 6, 5)), hiding(pasp(4, 3)))),
    file('colr nclc 5 6 5', describedBy(plain, nclc(5, 6, 5))),
    file('colr nclc 1 1 1', describedBy(plain, nclc(1, 1, 1))),
    file('colr prof', describedBy(plain, box('colr', Buffer.from('prof'), profile({ primaries: 'turned' })))),
    file('colr against the stream', describedBy(base('h264.mp4'), nclx(9, 16, 9), nclx(1, 1, 1))),
    file('clap of the middle', describedBy(plain, clap(64, 48)), { sample: true }),
    file('clap off the middle', describedBy(plain, clap(48, 32, 16, 8))),
    file('clap of all', describedBy(plain, clap(WIDTH, HEIGHT))),
    file('clap with pasp 2:1', describedBy(plain, clap(64, 48), pasp(2, 1))),
    file('clap and 90', turned(describedBy(plain, clap(64, 48)), [0, 1, -1, 0])),
    file(
      'mdcv and clli',
      describedBy(plain, nclx(9, 16, 9), box('mdcv', Buffer.alloc(24, 1)), box('clli', u16(1000, 400))),
    ),
    // Without an edit list, Chromium seeks by decoding times, and shows a key frame shortly before its time.
    // This file is therefore compared at other moments.
    edited('none', [], 0, { moments: [0.35, 0.95, 1.55, 1.95] }),
    edited('all', [[2000, 2048]]),
    edited('first second', [[1000, 2048]], 0, { moments: [0.05, 0.35, 0.95] }),
    edited('second second', [[1000, 2048 + 10_240]], 0, { moments: [0.05, 0.35, 0.95] }),
    edited('an empty one first', [
      [500, -1],
      [2000, 2048],
    ]),
    edited(
      'an empty one first for the sound',
      [
        [500, -1],
        [2000, 1024],
      ],
      1,
    ),
    edited('sound begins later in its media', [[1500, 24_000]], 1),
    edited('of no length', [[0, 2048]], 0, { refused: 'no length' }),
    file(
      'movie of another length',
      changed(plain, ['moov', 'mvhd'], body => patched(body, 16, u32(9000))),
    ),
    file(
      'track of another length',
      inTrack(plain, 0, ['tkhd'], body => patched(body, 20, u32(9000))),
    ),
    file(
      'media of another length',
      inTrack(plain, 0, ['mdia', 'mdhd'], body => patched(body, 16, u32(90_000))),
    ),
    file(
      'movie volume 0',
      changed(plain, ['moov', 'mvhd'], body => patched(body, 24, u16(0))),
    ),
    file(
      'sound volume 0',
      inTrack(plain, 1, ['tkhd'], body => patched(body, 36, u16(0))),
    ),
    file(
      'disabled video',
      inTrack(plain, 0, ['tkhd'], body => patched(body, 0, u32(2))),
      { refused: 'disabled' },
    ),
    file(
      'disabled sound',
      inTrack(plain, 1, ['tkhd'], body => patched(body, 0, u32(2))),
    ),
    file(
      'alternate group',
      inTrack(plain, 0, ['tkhd'], body => patched(body, 34, u16(1))),
    ),
    file('sound before video', soundFirst(plain)),
    file(
      'frames of other lengths',
      withTimes(ordered, [
        [5, 512],
        [5, 1536],
      ]),
      { moments: momentsOf(10) },
    ),
    file(
      'first frame long',
      withTimes(ordered, [
        [1, 5120],
        [8, 512],
        [1, 1024],
      ]),
    ),
    one('av1-12-bit'),
    file('H.265 of 12 bits', base('hevc-12-bit.mp4'), { refused: '12 bits' }),
    file('H.264 of 12 bits', twelveBits(base('10-bit.mp4')), { refused: '12 bits' }),
    file('subtitles', base('subtitles.mp4'), { moments: momentsOf(10) }),
    file('second video disabled', twoPictures([1, 0])),
    // Chromium shows the last frame of the enabled track until the other track ends.
    file('first video disabled', twoPictures([0, 1]), { isLengthOfOthers: true }),
    file('aspect in the stream only', inTrack(base('sar.mp4'), 0, TO_DESCRIPTION, withoutPasp)),
  ]
}

/** Returns a video whose frames have these durations, in units of 1/10,240 of a second. */
function withTimes(file: Buffer, entries: [count: number, units: number][]): Buffer {
  return inTrack(file, 0, ['mdia', 'minf', 'stbl', 'stts'], () => u32(0, entries.length, ...entries.flat()))
}

/** Returns a video of 10 bits per channel whose configuration states 12 bits after its parameter sets. */
function twelveBits(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  const config = copy.indexOf('avcC')
  const end = config - 4 + copy.readUInt32BE(config - 4)
  copy.writeUInt16BE(0xfcfc, end - 3)
  return copy
}

const withoutPasp = (body: Buffer) => Buffer.from(body.toString('latin1').replace('pasp', 'free'), 'latin1')

/** Returns a video with two video tracks, each of which is enabled (1) or disabled (0). */
function twoPictures(enabled: number[]): Buffer {
  const file = readFileSync(new URL('../../support/media/samples/two-pictures.mp4', import.meta.url))
  return enabled.reduce<Buffer>(
    (all, flag, track) => inTrack(all, track, ['tkhd'], body => patched(body, 0, u32(2 | flag))),
    file,
  )
}

function soundFirst(file: Buffer): Buffer {
  return changed(file, ['moov'], body => {
    const boxes = boxesIn(body)
    const [video, sound] = boxes.filter(({ type }) => type === 'trak')
    return Buffer.concat(
      boxes.map(each => (each === video ? sound : each === sound ? video : each)?.bytes ?? each.bytes),
    )
  })
}
