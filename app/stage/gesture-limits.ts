// The limits that distinguish gestures. Distances are in CSS pixels. How far a press may move depends
// on the gesture. With CLICK_DISTANCE (4), drawing begins early, so that small shapes can be drawn. A tap on
// the handle of the sheet (6) is often made with the thumb, which slides a little. A finger that is held (8)
// rests longer than a tap, and moves more during that time.

/** The maximum time in milliseconds and the maximum distance between the two taps of a double tap. */
export const [MAX_DOUBLE_TAP_MS, MAX_DOUBLE_TAP_DISTANCE] = [300, 30]
/** The minimum length of a swipe. A swipe must also be at least twice as wide as high. */
export const MIN_SWIPE_LENGTH = 60
/** The minimum distance of a drag of the sheet's handle. A shorter movement is a tap. */
export const MIN_SHEET_DRAG = 6
/** How long a finger rests on the picture until the older side is shown, in milliseconds. */
export const HOLD_MS = 350
/** The maximum distance of a finger that is held. A finger that moves farther drags the picture. */
export const MAX_HOLD_DISTANCE = 8
