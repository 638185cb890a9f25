/** The Space key of a stage: while it is held, a drag moves the image. */
export interface SpaceKey {
  isHeld: () => boolean
  /** Records that a drag began while Space was held, so that releasing Space does not fit the image. */
  use: () => void
  /** Called when Space is pressed and released. A release without a drag fits the image. */
  hold: (held: boolean) => void
}

/** Creates the state of the Space key. Two images that are compared share it. */
export function createSpaceKey(fit: () => void): SpaceKey {
  let state: 'up' | 'held' | 'used' = 'up'
  return {
    isHeld: () => state !== 'up',
    use() {
      if (state === 'held') state = 'used'
    },
    hold(held) {
      if (held) {
        if (state === 'up') state = 'held'
        return
      }
      if (state === 'held') fit()
      state = 'up'
    },
  }
}
