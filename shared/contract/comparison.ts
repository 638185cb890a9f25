import { z } from 'zod'
import { geometries } from '../annotation/shapes/geometries'
import { address, id, idParams, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'

/**
 * The action that accepts the evidence of a review in a project: verifying the review, merging its pull
 * request, or nothing. Later evidence of the same screen is compared with accepted evidence.
 */
export const baselineRules = ['verified', 'merged', 'off'] as const
export type BaselineRule = (typeof baselineRules)[number]

export const comparisonStatuses = ['new', 'same', 'changed', 'expired'] as const
export type ComparisonStatus = (typeof comparisonStatuses)[number]

export const Comparison = z
  .strictObject({
    status: z.enum(comparisonStatuses).meta({
      description:
        '`new`: there is no other revision; `same`: equal pixels, or text that was only drawn again; for ' +
        'videos equal bytes; `expired`: the other media has expired, so nothing was compared.',
    }),
    changedPercent: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({
        description:
          'The part of the pixels that changed; those of blocks that only moved do not count, but anything ' +
          'that differs is at least 0.01. null if pixels were not compared: new and expired ones, ' +
          'changed videos and animations, and images with more than 40 million pixels.',
      }),
    boxes: z
      .array(geometries.rectangle.schema)
      .max(limits.comparedBoxes)
      .meta({
        description:
          'The changed regions, in fractions of this revision. A block that moved is one region. Blocks ' +
          'that only follow an inserted or removed block are the last ones.',
      }),
    moved: z
      .int()
      .min(1)
      .optional()
      .meta({
        description:
          'The number of blocks that are in another place; missing if there are none. Blocks that only ' +
          'follow an inserted or removed block do not count.',
      }),
    against: z
      .strictObject({
        revisionId: id('revision'),
        reviewId: id('review'),
        url: address,
        pictureUrl: address.nullable().meta({
          description:
            'Capability address of its picture (for a video, of its poster) if it is in another review; ' +
            'takes `?w=` like `embedUrl`. null if it is one of `revisions`.',
        }),
        width: z.int().nullable(),
        height: z.int().nullable(),
        durationMs: z.int().nullable(),
      })
      .nullable()
      .meta({ description: 'The other revision. Images of different sizes are padded, never stretched.' }),
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.infer<typeof Comparison>

/** A box in pixels of an image. */
const PixelBox = z.strictObject({
  x: z.int().min(0).max(limits.pixels),
  y: z.int().min(0).max(limits.pixels),
  width: z.int().min(1).max(limits.pixels),
  height: z.int().min(1).max(limits.pixels),
})

const ComparisonSettings = z
  .strictObject({
    threshold: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({
        description:
          'Colors that differ by less than this part count as equal. With 0, every difference counts. null ' +
          'ignores text that was only drawn again, and what lossy compression changes.',
      }),
    ignored: z
      .array(PixelBox)
      .max(limits.ignoredRegions)
      .meta({ description: 'Regions whose pixels count as equal, in pixels from the top left corner.' }),
  })
  .meta({ id: 'ComparisonSettings' })
export type ComparisonSettings = z.infer<typeof ComparisonSettings>

const StoredComparisonSettings = ComparisonSettings.extend({
  updatedBy: z.string().nullable().meta({ description: 'The name of the person; null for the defaults.' }),
  updatedAt: timestamp.nullable(),
}).meta({ id: 'StoredComparisonSettings' })

const sameScreen =
  'They are about all evidence of the same screen: the same title, variation group, viewport size and ' +
  'scenario.'

export const comparisonOperations = operations({
  readComparisonSettings: {
    method: 'GET',
    path: '/v1/artifacts/{id}/comparison-settings',
    tag: 'Artifacts',
    summary: 'Read what counts as a change of a screen',
    description: sameScreen,
    action: 'readReviews',
    params: idParams('artifact'),
    responses: { 200: StoredComparisonSettings },
  },

  updateComparisonSettings: {
    method: 'PUT',
    path: '/v1/artifacts/{id}/comparison-settings',
    tag: 'Artifacts',
    summary: 'Set what counts as a change of a screen (people only)',
    description:
      `${sameScreen} The current revision of this artifact is compared again, and later ones are compared ` +
      'with these settings.',
    action: 'decide',
    params: idParams('artifact'),
    body: ComparisonSettings.extend({
      replaces: timestamp
        .nullable()
        .optional()
        .meta({
          description:
            '`updatedAt` of the settings that the person saw: 409 if they have changed since. null for the ' +
            'defaults.',
        }),
    }).meta({ id: 'PutComparisonSettings' }),
    errors: ['conflict'],
    example: { threshold: null, ignored: [{ x: 1180, y: 12, width: 84, height: 24 }] },
    responses: { 200: StoredComparisonSettings },
  },
})
