let draining = false

/** Records that this process is about to end: it is not ready for new requests any more. */
export function startDraining(): void {
  draining = true
}

export function isDraining(): boolean {
  return draining
}
