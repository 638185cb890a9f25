import sharp from 'sharp'

/**
 * A PNG image of one color, for tests that look at where it is: large ones are made, stored and shown in a
 * fraction of the time of those of `samples.ts`.
 */
export const plainImage = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#abc' } })
    .png()
    .toBuffer()
