import { readFile } from 'node:fs/promises'
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { remuxVideo } from '~~/server/media/video/remux'
import { withEdits, type EditEntry } from '../../support/media/mp4-boxes'
import { failureOf, newPath, samplePath, sourceOf } from './sources'

/** Times in `edited.mp4`: time units per second, time units per frame, and the time of the first frame. */
const [SECOND, FRAME, START] = [15_360, 512, 1024]
const frame = (index: number) => START + index * FRAME

interface Packet {
  data: Buffer
  time: number
}

/** Returns the packets of each track of a video: their bytes, and their times in milliseconds. */
async function packetsOf(path: string) {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] })
  const packets: Packet[][] = []
  for (const track of await input.getTracks()) {
    const ofTrack: Packet[] = []
    for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
      ofTrack.push({ data: Buffer.from(data), time: Math.round(timestamp * 1000) })
    packets.push(ofTrack)
  }
  return packets
}

async function remuxed(file: Buffer) {
  const out = newPath()
  const facts = await remuxVideo(await sourceOf(file), 'video/mp4', out)
  const [pictures = [], sound = []] = await packetsOf(out)
  return { facts, pictures, sound, bytes: await readFile(out) }
}
const remuxedWith = async (name: string, edits: EditEntry[], track = 0) =>
  remuxed(withEdits(await readFile(samplePath(name)), edits, track))

/**
 * Expects `shown` to contain exactly the frames of `edited.mp4` in these ranges. Returns their times in
 * order.
 */
async function expectFrames(shown: Packet[], ...ranges: [from: number, to: number][]): Promise<number[]> {
  // In the times that the package `mediabunny` returns, frame 15 of the file is at time 0.
  const indexOf = ({ time }: Packet) => Math.round((time * 30) / 1000) + 15
  const [all = []] = await packetsOf(samplePath('edited.mp4'))
  const expected = all.filter(each =>
    ranges.some(([from, to]) => indexOf(each) >= from && indexOf(each) < to),
  )
  expect(shown).toHaveLength(expected.length)
  // Compares only the end of the first packet, because the derivative does not contain the settings of the
  // encoder.
  const isSame = (packet: Packet, other: Packet | undefined) =>
    other?.data.equals(packet.data) ||
    (indexOf(packet) === 0 && other?.data.subarray(-40).equals(packet.data.subarray(-40)))
  expect(expected.map((packet, i) => isSame(packet, shown[i]))).not.toContain(false)
  return shown.map(({ time }) => time).toSorted((one, other) => one - other)
}

describe('an edit list', () => {
  it.each(['edited.mp4', 'plain.mp4'])('the derivative of %s has no edit list', async name => {
    const edits: EditEntry[] = name === 'plain.mp4' ? [[2000, 1024]] : [[3000, START]]
    const { bytes, pictures, sound } = await remuxedWith(name, edits)
    expect(bytes.includes('elst')).toBe(false)
    expect(pictures).toHaveLength(name === 'plain.mp4' ? 50 : 90)
    expect(pictures[0]?.time).toBe(0)
    // The first packet of sound is only the delay of the encoder, so the derivative does not contain it.
    if (name === 'plain.mp4') expect([sound.length, sound[0]?.time]).toEqual([87, 0])
  })

  it('a video edit that begins at a key frame drops the frames before that frame', async () => {
    const { facts, pictures, bytes } = await remuxedWith('edited.mp4', [[1934, frame(32)]])
    const times = await expectFrames(pictures, [32, 90])
    expect(times.slice(0, 3)).toEqual([0, 33, 67])
    expect(facts.durationMs).toBe(1933)
    const [[first] = []] = await packetsOf(samplePath('edited.mp4'))
    expect(bytes.includes(first?.data.subarray(-40) ?? '')).toBe(false)
  })

  it('a video edit that ends early drops the frames after it, if no shown frame needs them', async () => {
    const { facts, pictures } = await remuxedWith('edited.mp4', [[967, START]])
    await expectFrames(pictures, [0, 30])
    expect(facts.durationMs).toBe(967)
  })

  it('an edit list can leave out a part between key frames, and the remaining parts are joined', async () => {
    const { facts, pictures } = await remuxedWith('edited.mp4', [
      [1066, START],
      [867, frame(64)],
    ])
    const times = await expectFrames(pictures, [0, 32], [64, 90])
    expect(times[32]).toBe(1066)
    expect(facts.durationMs).toBe(1933)
  })

  it('an edit list can have two adjacent parts without a key frame between them', async () => {
    const { pictures } = await remuxedWith('edited.mp4', [
      [500, START],
      [2500, START + SECOND / 2],
    ])
    expect(pictures).toHaveLength(90)
  })

  it.each<[string, EditEntry[]]>([
    ['begins between key frames', [[3000, frame(21)]]],
    ['begins and ends between key frames', [[1000, frame(15)]]],
    [
      'shows a second part that begins between key frames',
      [
        [1066, START],
        [1000, frame(50)],
      ],
    ],
    ['ends before frames that the last ones need', [[500, START]]],
    [
      'shows a part twice',
      [
        [1066, START],
        [1066, START],
      ],
    ],
    [
      'changes the order',
      [
        [867, frame(64)],
        [1066, START],
      ],
    ],
    [
      'leaves a gap in the middle',
      [
        [1066, START],
        [500, -1],
        [867, frame(64)],
      ],
    ],
    [
      'leaves a gap at the end',
      [
        [3000, START],
        [500, -1],
      ],
    ],
  ])('an edit list that %s is refused', async (_, edits) => {
    expect(await failureOf(remuxedWith('edited.mp4', edits))).toMatchObject({
      reason: 'edited',
      message: expect.stringContaining('without encoding it again'),
      hint: expect.stringContaining('Export it again without edits'),
    })
  })

  it('an edit list of the length of the media shows every frame, even if it starts at time 0', async () => {
    const { facts, pictures } = await remuxedWith('edited.mp4', [[3000, 0]])
    expect(pictures).toHaveLength(90)
    expect(facts.durationMs).toBe(3000)
  })

  it('a video edit that starts within a frame begins with the next whole frame', async () => {
    const { pictures } = await remuxedWith('edited.mp4', [[2000, frame(32) - 100]])
    const times = await expectFrames(pictures, [32, 90])
    expect(times.slice(0, 2)).toEqual([0, 33])
  })

  it('an edit list cuts the sound between two packets of sound', async () => {
    const cut = withEdits(await readFile(samplePath('plain.mp4')), [[1000, 1024 + 25 * 512]])
    const { facts, pictures, sound } = await remuxed(withEdits(cut, [[1000, 1024 + 44_100]], 1))
    expect(pictures).toHaveLength(25)
    expect([sound.length, sound[0]?.time]).toEqual([44, 0])
    expect(Math.abs(facts.durationMs - 1000)).toBeLessThan(12)
  })
})

describe('an empty edit at the start of a track', () => {
  it('an empty edit at the start of the only track is dropped', async () => {
    const { facts, pictures, bytes } = await remuxedWith('edited.mp4', [
      [11_000, -1],
      [3000, START],
    ])
    expect(facts.durationMs).toBe(3000)
    expect([pictures.length, pictures[0]?.time]).toEqual([90, 0])
    expect(bytes.includes('elst')).toBe(false)
  })

  it('an empty edit at the start of the video track shows the first frame until the next edit', async () => {
    const { facts, pictures, sound, bytes } = await remuxedWith('plain.mp4', [
      [500, -1],
      [2000, 1024],
    ])
    const times = pictures.map(each => each.time).toSorted((one, other) => one - other)
    expect(times.slice(0, 3)).toEqual([0, 540, 580])
    expect(sound[0]?.time).toBe(0)
    expect(facts.durationMs).toBe(2500)
    expect(bytes.includes('elst')).toBe(false)
  })

  it('an empty edit at the start of the sound track delays the sound', async () => {
    const { facts, pictures, sound } = await remuxedWith(
      'plain.mp4',
      [
        [500, -1],
        [2000, 1024],
      ],
      1,
    )
    expect([pictures[0]?.time, sound[0]?.time]).toEqual([0, 500])
    expect(facts.durationMs).toBe(2500)
  })

  it('an empty edit at the start of all tracks is dropped', async () => {
    const late: EditEntry[] = [
      [500, -1],
      [2000, 1024],
    ]
    const file = withEdits(withEdits(await readFile(samplePath('plain.mp4')), late), late, 1)
    const { facts, pictures, sound } = await remuxed(file)
    expect([pictures[0]?.time, sound[0]?.time, facts.durationMs]).toEqual([0, 0, 2000])
  })
})

describe('a video without edits', () => {
  it('a video without edits begins at time 0, even if its first frame has a later time', async () => {
    const { facts, pictures } = await remuxedWith('edited.mp4', [])
    expect([pictures.length, pictures[0]?.time, facts.durationMs]).toEqual([90, 0, 3000])
  })
})

describe('samples in the index and in fragments', () => {
  it('a video with samples in the index and in fragments shows all of them', async () => {
    const { facts, pictures } = await remuxed(await readFile(samplePath('fragments.mp4')))
    expect(facts.durationMs).toBe(3000)
    const times = pictures.map(each => each.time).toSorted((one, other) => one - other)
    expect(times).toEqual(Array.from({ length: 90 }, (_, i) => Math.round((i * 1000) / 30)))
  })

  it('a video with fragments is refused if it has fewer samples than it states', async () => {
    const file = await readFile(samplePath('fragments.mp4'))
    // `stts` lists the times of the samples in the index. It now lists one sample fewer than the table of
    // sizes.
    const at = file.indexOf('stts') + 12
    file.writeUInt32BE(file.readUInt32BE(at) - 1, at)
    expect(await failureOf(remuxed(file))).toMatchObject({ reason: 'truncated' })
  })

  it('a video is refused if one of its fragments states no start time', async () => {
    const file = await readFile(samplePath('fragments.mp4'))
    file.write('free', file.indexOf('tfdt'), 'latin1')
    expect(await failureOf(remuxed(file))).toMatchObject({
      message: expect.stringContaining('without a time'),
    })
  })

  it('a video with fragments is refused if its edits cut off a part', async () => {
    const file = withEdits(await readFile(samplePath('fragments.mp4')), [[100, START]])
    expect(await failureOf(remuxed(file))).toMatchObject({ reason: 'edited' })
  })
})

describe('a video with several video tracks', () => {
  it('the derivative of a video with several video tracks contains only the first of them', async () => {
    const out = newPath()
    const source = await sourceOf(await readFile(samplePath('two-pictures.mp4')))
    expect(await remuxVideo(source, 'video/mp4', out)).toMatchObject({ durationMs: 2000 })
    expect((await packetsOf(out)).map(each => each.length)).toEqual([60])
  })
})
