/**
 * Whether a loaded video has pictures that the browser decodes. Otherwise it plays the sound alone, without
 * an error.
 */
export const hasPictures = ({ videoWidth }: HTMLVideoElement): boolean => videoWidth > 0
