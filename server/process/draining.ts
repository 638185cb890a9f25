let draining = false

/** Records that this process will end soon, so that it no longer reports that it is ready for requests. */
export function startDraining(): void {
  draining = true
}

export function isDraining(): boolean {
  return draining
}
