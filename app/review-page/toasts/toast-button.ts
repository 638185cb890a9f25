/** Returns a button of a toast about the review. */
export const toastButton = (label: string, onClick: () => void) =>
  ({ label, color: 'neutral', variant: 'outline', onClick }) as const
