/** Whether people use the device with their fingers (Media Queries Level 4, `pointer`). Browser only. */
export const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches
