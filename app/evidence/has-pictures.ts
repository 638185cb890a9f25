/**
 * Whether the browser can decode the frames of a loaded video. If it cannot, it plays only the sound and
 * reports no error.
 */
export const hasPictures = ({ videoWidth }: HTMLVideoElement): boolean => videoWidth > 0
