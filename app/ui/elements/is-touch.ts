/** The media query of a device that people use with their fingers (Media Queries Level 4, `pointer`). */
export const touchScreen = '(pointer: coarse)'
/** Whether people use the device with their fingers. Browser only. */
export const isTouch = (): boolean => matchMedia(touchScreen).matches
