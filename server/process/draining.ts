let draining = false

/** Records that this process is about to end: it is no longer ready for new requests. */
export function startDraining(): void {
  draining = true
}

export function isDraining(): boolean {
  return draining
}
