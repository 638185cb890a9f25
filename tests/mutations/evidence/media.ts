import type { Fault } from '../fault.ts'

const tests = ['tests/unit/media/outside-of-pixels.test.ts'] as const
const ofVideos = ['tests/unit/media/presentation.test.ts'] as const

/** Faults in reading what media files state about their display, such as colors and orientation. */
export const media: Fault[] = [
  {
    id: 'png-order-of-colors',
    file: 'server/media/image/source/png-color.ts',
    search: "if (iCCP && profileIn(iCCP)) return 'of the file'",
    replace: "if (iCCP && !gAMA && profileIn(iCCP)) return 'of the file'",
    tests,
    why: 'A PNG with two statements about its colors is shown by the weaker one.',
  },
  {
    id: 'png-gamma-near-srgb',
    file: 'server/media/image/source/png-color.ts',
    search: 'const GAMMA_TOLERANCE = 0.05',
    replace: 'const GAMMA_TOLERANCE = 0',
    tests,
    why: 'Dark colors of most PNG with gAMA are shown darker than in a browser.',
  },
  {
    id: 'webp-orientation',
    file: 'server/media/image/source/webp.ts',
    search: "new Set(['EXIF', ",
    replace: 'new Set([',
    tests,
    why: 'A WebP with an orientation is turned, which no browser does.',
  },
  {
    id: 'gif-uncovered',
    file: 'server/media/image/source/gif.ts',
    search: 'if (hasPalette && (covers || isTransparent)) return null',
    replace: 'if (hasPalette) return null',
    tests,
    why: 'Pixels that no picture of a GIF covers are black instead of transparent.',
  },
  {
    id: 'apng-first-frame',
    file: 'server/media/image/source/png.ts',
    search: "if (!types.has('acTL') || types.has('fcTL')) return null",
    replace: 'return null',
    tests,
    why: 'The thumbnail of an animated PNG shows a picture that browsers never show.',
  },
  {
    id: 'mp4-loses-its-matrix',
    file: 'server/media/video/mp4-presentation.ts',
    search: 'copy.writeInt32BE(value, ',
    replace: 'copy.readInt32BE(',
    tests: ofVideos,
    why: 'A mirrored video is shown as it was recorded.',
  },
  {
    id: 'mp4-shows-disabled-track',
    file: 'server/media/video/remux.ts',
    search: 'found.filter(each => each.mp4?.isEnabled)',
    replace: 'found',
    tests: ofVideos,
    why: 'A video track is shown that players do not show.',
  },
  {
    id: 'webm-loses-its-colors',
    file: 'server/media/video/webm-presentation.ts',
    search: 'SHOWN.has(id) && (',
    replace: 'SHOWN.has(id) && id !== ids.color && (',
    tests: ofVideos,
    why: 'A WebM is shown in other colors than in a browser.',
  },
  {
    id: 'noise-counts-as-change',
    file: 'app/difference/canvas-noise.ts',
    search: "most === 0 ? 'exact'",
    replace: "most <= MOST_NOISE ? 'exact'",
    tests: ['tests/unit/difference/compared-file.test.ts'],
    why: 'In a browser that changes pixels read from canvases, half of an unchanged image is changed.',
  },
  {
    id: 'twelve-bits-accepted',
    file: 'server/media/video/bit-depth.ts',
    search: 'const MOST_BITS = 10',
    replace: 'const MOST_BITS = 12',
    tests: ofVideos,
    why: 'A video that no browser plays is accepted without a word.',
  },
  {
    id: 'subtitles-dropped-silently',
    file: 'server/media/video/remux.ts',
    search: "  sbtl: 'text',",
    replace: '',
    tests: ofVideos,
    why: 'The warning of tracks that are not shown names other ones.',
  },
  {
    id: 'sound-alone-plays',
    file: 'app/evidence/has-pictures.ts',
    search: 'videoWidth > 0',
    replace: 'videoWidth >= 0',
    tests: ['tests/dom/video/use-player.test.ts'],
    why: 'The stage is empty for a video whose pictures the browser cannot decode.',
  },
]
