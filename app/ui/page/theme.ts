/** The themes, in the order in which they are offered. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Returns whether a text is the name of a theme. */
export const isTheme = (text: string | null): text is Theme => themes.some(each => each === text)
