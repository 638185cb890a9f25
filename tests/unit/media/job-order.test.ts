import { describe, expect, it } from 'vitest'
import { fairShares } from '~~/server/process/fair-share'
import { jobToInterrupt, nextJob, type Job } from '~~/server/media/process/job-order'
import { UsedTime } from '~~/server/process/used-time'

const { running: places, videos, long } = fairShares.media
const file = (owner: string): Job => ({ owner, isVideo: false, isDrawing: false, isLong: false })
const video = (owner: string): Job => ({ owner, isVideo: true, isDrawing: false, isLong: false })
const drawing = (owner: string): Job => ({ owner, isVideo: false, isDrawing: true, isLong: false })
const asLong = (job: Job): Job => ({ ...job, isLong: true })
const next = (queue: Job[], running: Job[], used = new UsedTime()) => nextJob(queue, running, used)

describe('the next media job', () => {
  const full = Array.from({ length: places }, () => file('busy'))

  it('a media job for a file starts on the reserved process if its owner has no running job', () => {
    expect(next([file('busy'), drawing('quiet'), file('quiet')], full)).toEqual(file('quiet'))
    expect(next([file('quiet')], [...full, file('other')])).toBeUndefined()
  })

  it('drawing jobs, and jobs of owners with a running job, do not start on the reserved process', () => {
    expect(next([file('busy'), drawing('quiet')], full)).toBeUndefined()
    expect(next([file('busy'), drawing('quiet')], full.slice(1))).toEqual(drawing('quiet'))
  })

  it('a media job that has run for a long time is not counted, so that another job can start', () => {
    expect(next([file('busy')], full)).toBeUndefined()
    expect(next([file('busy')], [...full.slice(1), asLong(file('busy'))])).toEqual(file('busy'))
  })

  it('media jobs are ordered by their owner’s running jobs, then used time; drawings come last', () => {
    const used = new UsedTime()
    used.add('one', 1000)
    expect(next([file('one'), file('two')], [], used)).toEqual(file('two'))
    expect(next([file('one'), drawing('two')], [], used)).toEqual(drawing('two'))
    expect(next([file('two'), file('one')], [file('two')], used)).toEqual(file('one'))
    expect(next([drawing('one'), file('one')], [])).toEqual(file('one'))
  })

  it('no more videos are processed at the same time than allowed', () => {
    const shown = Array.from({ length: videos }, () => video('one'))
    expect(next([video('two'), file('two')], shown)).toEqual(file('two'))
    expect(next([video('two')], shown.slice(1))).toEqual(video('two'))
  })

  it('an interrupted media job starts again only in a slot for long jobs that no job uses', () => {
    const others = Array.from({ length: long - 1 }, () => asLong(file('one')))
    expect(next([asLong(video('two'))], [...full, file('three'), ...others])).toEqual(asLong(video('two')))
    expect(next([asLong(video('two'))], [...others, asLong(video('one'))])).toBeUndefined()
  })
})

describe('a running media job that is interrupted', () => {
  const interrupted = (queue: Job[], running: Job[], mayEnd = (_job: Job) => true) =>
    jobToInterrupt(queue, running, new UsedTime(), mayEnd)

  it('a running video job, but no picture job, gives way to a video of an owner without a job', () => {
    const [picture, shown] = [file('busy'), video('busy')]
    expect(interrupted([video('quiet')], [picture, shown])).toBe(shown)
    expect(interrupted([video('busy')], [picture, shown])).toBeUndefined()
    expect(interrupted([video('quiet')], [picture, shown, file('quiet')])).toBeUndefined()
  })

  it('a media job is interrupted only if it allows this, and never in a slot for long jobs', () => {
    const [one, two] = [video('one'), asLong(video('two'))]
    expect(interrupted([video('quiet')], [two, one], each => each !== one)).toBeUndefined()
    expect(interrupted([video('quiet')], [two, one])).toBe(one)
  })

  it('a job of the owner with the most running jobs ends, then of the owner with the most used time', () => {
    const first = file('first')
    const many = Array.from({ length: places }, () => file('many'))
    expect(interrupted([file('quiet')], [first, ...many])).toBe(many[0])
    const each = Array.from({ length: places + 1 }, (_, n) => file(`owner ${n}`))
    const used = new UsedTime()
    used.add('owner 0', 1000)
    used.add('owner 1', 2000)
    expect(jobToInterrupt([file('quiet')], each, used, () => true)).toBe(each[1])
  })

  it('no media job is interrupted for a job that was interrupted itself', () => {
    const running = Array.from({ length: places + 1 }, (_, i) => file(`owner ${i}`))
    expect(interrupted([asLong(file('quiet'))], running)).toBeUndefined()
    expect(interrupted([file('quiet')], running)).toBe(running[0])
  })
})
