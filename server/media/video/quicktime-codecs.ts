import type { InputTrack } from 'mediabunny'
import { MediaError } from '../error'

/** The codecs that browsers play in an MP4. QuickTime files often have others, made for editing. */
const PLAYABLE = new Set(['avc', 'hevc', 'vp9', 'av1', 'aac', 'mp3', 'opus', 'flac'])

/** The names of other codecs, by the types of their sample descriptions (QuickTime File Format, 2016). */
const NAMES: [pattern: RegExp, name: string][] = [
  [/^ap(?:c[hnso]|4[hx])$/, 'ProRes'],
  [/^(?:jpeg|mjp[ab])$/, 'Motion JPEG'],
  [/^rle $/, 'Animation'],
  [/^png $/, 'PNG'],
  [/^(?:dv|avdv|avd1)/, 'DV'],
  [/^AVd[nh]$/, 'DNxHD'],
  [/^mp4v$/, 'MPEG-4'],
  [/^svq[13]$/i, 'Sorenson Video'],
  [/^cvid$/, 'Cinepak'],
  [/^(?:sowt|twos|lpcm|raw |in24|in32|fl32|fl64|NONE)$/, 'PCM'],
  [/^alac$/, 'Apple Lossless'],
]

/** Throws a MediaError, which names the codec, for a QuickTime file with tracks that browsers do not play. */
export async function assertPlayable(tracks: InputTrack[]): Promise<void> {
  for (const track of tracks) {
    const codec = await track.getCodec()
    if (codec !== null && PLAYABLE.has(codec)) continue
    const name = nameOf(String((await track.getInternalCodecId()) ?? codec ?? ''))
    throw new MediaError(
      'unknown_codec',
      `The video is in a QuickTime file with the codec ${name}, which browsers do not play.`,
      track.isVideoTrack() ? 'Export it as MP4 (H.264).' : 'Export it as MP4 (H.264 with AAC).',
    )
  }
}

function nameOf(type: string): string {
  const [, name] = NAMES.find(([pattern]) => pattern.test(type)) ?? []
  return name ?? `“${type.replace(/[^\x20-\x7e]/g, '?')}”`
}
