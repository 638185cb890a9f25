/** The path and the filters of the list of reviews that the person visited last; initially the inbox. */
export const useLastList = () => useState('last-list', () => '/')

/** Stores the path and the filters of this page as the last list when the person leaves the page. */
export function useRememberedList(): void {
  const last = useLastList()
  onBeforeRouteLeave((_, from) => {
    last.value = from.fullPath
  })
}
