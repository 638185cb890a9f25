import { describe, expect, it } from 'vitest'
import { geometries } from '#shared/annotation/shapes/geometries'
import { Geometry, shapeKinds, type ShapeKind } from '#shared/contract/geometry'
import { openapiDocument } from '#shared/contract/kit/openapi/document'

const { components } = openapiDocument({
  publicUrl: 'http://localhost',
  cliClientId: 'exhibit-cli',
  cliUrl: 'https://exhibit.example/cli-1.0.0-abc.tgz',
  unclaimedWorkspaces: false,
  turnedOff: [],
}) as unknown as {
  components: { schemas: Record<string, Record<string, unknown> & { properties: Record<string, unknown> }> }
}

/**
 * For each kind of shape: geometries at the limits, which are accepted, and geometries just past the limits,
 * which are rejected, with the field at fault.
 */
const examples: Record<ShapeKind, { accepted: object[]; rejected: [geometry: unknown, field: string][] }> = {
  point: {
    accepted: [
      { x: 0, y: 1 },
      { x: 0.5, y: 0.123_456_789 },
    ],
    rejected: [
      [{ x: 0.5 }, 'y'],
      [{ x: -0.000_001, y: 0 }, 'x'],
      [{ x: 0, y: 1.000_001 }, 'y'],
      [{ x: 640, y: 0 }, 'x'],
      [{ x: '0.5', y: 0 }, 'x'],
      [{ x: Number.NaN, y: 0 }, 'x'],
      [{ x: 0, y: Number.POSITIVE_INFINITY }, 'y'],
      [{ x: null, y: 0 }, 'x'],
      ['left', ''],
      [[0, 0], ''],
    ],
  },
  rectangle: {
    accepted: [
      { x: 0, y: 0, width: 1, height: 1 },
      { x: 0.7, y: 0.2, width: 0.3, height: 0.000_001 },
    ],
    rejected: [
      [{ x: 0, y: 0, width: 0, height: 1 }, 'width'],
      [{ x: 0, y: 0, width: 1, height: -0.1 }, 'height'],
      [{ x: 0.7, y: 0, width: 0.300_001, height: 1 }, 'width'],
      [{ x: 0, y: 0.7, width: 1, height: 0.300_001 }, 'height'],
      [{ x: 0, y: 0, width: 1 }, 'height'],
    ],
  },
  ellipse: {
    accepted: [
      { cx: 0.5, cy: 0.5, rx: 0.5, ry: 0.5 },
      { cx: 0.3, cy: 0.7, rx: 0.3, ry: 0.3 },
      { cx: 0, cy: 1, rx: 1e-10, ry: 1e-10 },
    ],
    rejected: [
      [{ cx: 0.5, cy: 0.5, rx: 0.5 }, 'ry'],
      [{ cx: 0.5, cy: 0.5, rx: 0, ry: 0.1 }, 'rx'],
      [{ cx: 0.5, cy: 0.5, rx: 0.500_001, ry: 0.1 }, 'rx'],
      [{ cx: 0.5, cy: 0.5, rx: 0.1, ry: -0.1 }, 'ry'],
      [{ cx: 0.3, cy: 0.5, rx: 0.300_001, ry: 0.1 }, 'rx'],
      [{ cx: 0.7, cy: 0.5, rx: 0.300_001, ry: 0.1 }, 'rx'],
      [{ cx: 0.5, cy: 0.3, rx: 0.1, ry: 0.300_001 }, 'ry'],
      [{ cx: 0.5, cy: 0.7, rx: 0.1, ry: 0.300_001 }, 'ry'],
      [{ cx: 320, cy: 0.5, rx: 0.1, ry: 0.1 }, 'cx'],
      [{ cx: Number.NaN, cy: 0.5, rx: 0.1, ry: 0.1 }, 'cx'],
    ],
  },
  arrow: {
    accepted: [
      { x1: 0, y1: 0, x2: 1, y2: 1 },
      { x1: 0.5, y1: 0.5, x2: 0.5, y2: 0.5 },
    ],
    rejected: [
      [{ x1: 0, y1: 0, x2: 1 }, 'y2'],
      [{ x1: 0, y1: 0, x2: 1.000_001, y2: 1 }, 'x2'],
    ],
  },
  freehand: {
    accepted: [
      {
        points: [
          [0, 0],
          [1, 1],
        ],
      },
      { points: Array.from({ length: 256 }, (_, index) => [index / 255, 0.5]) },
    ],
    rejected: [
      [{}, 'points'],
      [{ points: [] }, 'points'],
      [{ points: [[0.5, 0.5]] }, 'points'],
      [{ points: Array.from({ length: 257 }, () => [0.5, 0.5]) }, 'points'],
      [{ points: [[0.5], [0, 0]] }, 'points.0'],
      [
        {
          points: [
            [0, 0],
            [0, 0, 0],
          ],
        },
        'points.1',
      ],
      [{ points: [[0, 0], { x: 0, y: 0 }] }, 'points.1'],
      [
        {
          points: [
            [0, 0],
            [0, 1.000_001],
          ],
        },
        'points.1.1',
      ],
      [
        {
          points: [
            [-0.000_001, 0],
            [0, 0],
          ],
        },
        'points.0.0',
      ],
      [
        {
          points: [
            [Number.NaN, 0],
            [0, 0],
          ],
        },
        'points.0.0',
      ],
      [
        {
          points: [
            ['0', 0],
            [0, 0],
          ],
        },
        'points.0.0',
      ],
      [{ points: 'M0 0' }, 'points'],
    ],
  },
}

describe.each(shapeKinds)('the geometry of kind %s', kind => {
  const { accepted, rejected } = examples[kind]

  it('the geometry of a shape is accepted up to its limits, and its unknown fields are removed', () => {
    for (const geometry of accepted) {
      expect(geometries[kind].schema.parse(geometry)).toEqual(geometry)
      expect(geometries[kind].schema.parse({ ...geometry, color: 'red', z: 3 })).toEqual(geometry)
      expect(Geometry.safeParse(geometry).success).toBe(true)
    }
  })

  it('the geometry of a shape past its limits is rejected, and the error names the field', () => {
    for (const [geometry, field] of rejected)
      expect(
        geometries[kind].schema.safeParse(geometry).error?.issues[0]?.path.join('.'),
        JSON.stringify(geometry),
      ).toBe(field)
  })

  it('the geometry of a shape is rejected as the geometry of another kind of shape', () => {
    for (const other of shapeKinds.filter(each => each !== kind && each !== 'point'))
      for (const geometry of accepted)
        expect(geometries[other].schema.safeParse(geometry).success, other).toBe(false)
  })

  it('/openapi.json describes a geometry, with a description and a range for every number', () => {
    const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}Geometry`
    expect(components.schemas.Geometry?.anyOf).toContainEqual({ $ref: `#/components/schemas/${name}` })
    const schema = components.schemas[name]
    expect(schema).toMatchObject({
      type: 'object',
      title: `Geometry of kind \`${kind}\``,
      description: expect.any(String) as string,
    })
    const numbers = numbersIn(schema)
    expect(numbers.length).toBeGreaterThan(1)
    for (const each of numbers)
      expect(each).toMatchObject({
        minimum: expect.any(Number) as number,
        maximum: expect.any(Number) as number,
        description: expect.any(String) as string,
      })
    for (const field of Object.keys(accepted[0] ?? {})) expect(geometries[kind].form).toContain(field)
  })
})

it('in /openapi.json, the geometry of a request refers to the geometries of all kinds', () => {
  for (const body of ['CreateThread', 'AnnotateArtifact', 'EditThread', 'Thread'])
    expect(JSON.stringify(components.schemas[body]?.properties.geometry), body).toContain(
      '"#/components/schemas/Geometry"',
    )
})

it('/openapi.json limits the radii of an ellipse to half of the image', () => {
  const properties = components.schemas.EllipseGeometry?.properties
  expect([properties?.rx, properties?.ry]).toMatchObject([{ maximum: 0.5 }, { maximum: 0.5 }])
})

/** Returns the schemas of all numbers inside a schema. */
function numbersIn(schema: unknown): object[] {
  if (typeof schema !== 'object' || schema === null) return []
  return 'type' in schema && schema.type === 'number'
    ? [schema]
    : Object.values(schema).flatMap(each => numbersIn(each))
}
