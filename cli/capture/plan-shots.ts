import { limits } from '#shared/contract/kit/limits'
import { usageFailure } from '../failure'
import { describeUrl, fileNameOf } from './titles'

/** An action on a page before its picture is taken. */
export interface Step {
  kind: 'click' | 'wait-for'
  selector: string
}

/** A picture to take. */
export interface Shot {
  /** The URL of the page as it was given: it may contain `{port}`. */
  url: string
  title: string
  /** The name of the file of the picture, without the folder. */
  file: string
  /** The path of the page, such as `/cart`. */
  route: string
  width: number
  height: number
  scale: number
  isDark: boolean
}

/** The options that decide which pictures are taken. */
export interface ShotOptions {
  widths: number[]
  heightOf: (width: number) => number
  scale: number
  dark?: boolean
  title?: string
  scenario?: string
  steps: Step[]
}

/**
 * Returns the pictures to take: each URL in each width, and with `dark` in both color schemes. The titles are
 * the same in each run, so that a picture becomes a new revision of the picture of the previous run. Throws a
 * usage failure if an address is invalid, or if two pictures would have the same title.
 */
export function planShots(urls: string[], options: ShotOptions): Shot[] {
  const schemes = options.dark ? [false, true] : [false]
  const isOnly = urls.length * options.widths.length * schemes.length === 1
  const shots = urls.flatMap(url => {
    const { route, name } = describeUrl(url)
    const state = options.scenario ?? stateAfter(options.steps)
    const words = [options.title ?? name, ...(options.title === undefined && state ? [state] : [])].join(', ')
    return options.widths.flatMap(width =>
      schemes.map(isDark => {
        const size = options.title !== undefined && isOnly ? '' : `, ${width} px`
        const suffix = `${size}${isDark ? ', dark' : ''}`
        const title = `${words.slice(0, limits.title - suffix.length)}${suffix}`
        const height = options.heightOf(width)
        return {
          url,
          title,
          file: `${fileNameOf(title)}.png`,
          route,
          width,
          height,
          scale: options.scale,
          isDark,
        }
      }),
    )
  })
  const alike = [...Map.groupBy(shots, each => each.title).values()].find(each => each.length > 1)
  if (!alike) return shots
  throw usageFailure(
    `${alike.map(each => each.url).join(' and ')} have the same title, "${alike[0]?.title}".`,
    'Take them one by one, each with its --title.',
  )
}

/**
 * Describes the clicks before a picture. The text becomes a part of the title, so that the picture is not a
 * revision of the picture before the clicks.
 */
const stateAfter = (steps: Step[]): string =>
  steps
    .filter(each => each.kind === 'click')
    .map(each => `after ${each.selector.replace(/^text=/, '')}`)
    .join(', ')
