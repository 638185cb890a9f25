/**
 * Whether a loaded video has pictures that the browser decodes. Where it cannot, it plays the sound alone,
 * without an error.
 */
export const hasPictures = ({ videoWidth }: HTMLVideoElement): boolean => videoWidth > 0
