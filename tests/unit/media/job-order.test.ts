import { describe, expect, it } from 'vitest'
import { fairShares } from '~~/server/process/fair-share'
import { nextJob, UsedTime, type Job } from '~~/server/media/process/job-order'

const { running: places, videos } = fairShares.media
const file = (owner: string): Job => ({ owner, isVideo: false, isDrawing: false })
const video = (owner: string): Job => ({ owner, isVideo: true, isDrawing: false })
const drawing = (owner: string): Job => ({ owner, isVideo: false, isDrawing: true })
const run = (job: Job, isLong = false) => ({ ...job, isLong })
const next = (queue: Job[], running: Job[], used = new UsedTime()) =>
  nextJob(
    queue,
    running.map(each => ({ isLong: false, ...each })),
    used,
  )

describe('the next media job', () => {
  const full = Array.from({ length: places }, () => file('busy'))

  it('a file job of an owner without a running job starts on the reserved process', () => {
    expect(next([file('busy'), drawing('quiet'), file('quiet')], full)).toEqual(file('quiet'))
    expect(next([file('quiet')], [...full, file('other')])).toBeUndefined()
  })

  it('drawings, and jobs of owners with a running job, do not start on the reserved process', () => {
    expect(next([file('busy'), drawing('quiet')], full)).toBeUndefined()
    expect(next([file('busy'), drawing('quiet')], full.slice(1))).toEqual(drawing('quiet'))
  })

  it('a job that runs for a long time is not counted, so that another job can start', () => {
    expect(next([file('busy')], full)).toBeUndefined()
    expect(next([file('busy')], [...full.slice(1), run(file('busy'), true)])).toEqual(file('busy'))
  })

  it('jobs are ordered by running jobs of the owner, then by used time, and then drawings are last', () => {
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
})
