let draining = false

/** Records that this process will end soon. From then on, it reports that it is not ready for requests. */
export function startDraining(): void {
  draining = true
}

export function isDraining(): boolean {
  return draining
}
