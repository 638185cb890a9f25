/** The address of the list of reviews that the person left last, with its filters: the inbox at first. */
export const useLastList = () => useState('last-list', () => '/')

/** Keeps the address of this page as that of the last list when the person leaves it. */
export function useKeptList(): void {
  const last = useLastList()
  onBeforeRouteLeave((_, from) => {
    last.value = from.fullPath
  })
}
