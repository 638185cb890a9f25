/** Returns the files chosen in a field, and clears the field, so that the same file can be selected again. */
export function takeFiles(input: HTMLInputElement | null): File[] {
  const files = [...(input?.files ?? [])]
  if (input) input.value = ''
  return files
}
