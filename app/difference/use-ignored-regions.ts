import { text } from '~/text/compare-and-video'
import type { PixelBox } from '#shared/difference/pixels'

/** Changes the ignored regions of the artifact on the stage. A toast offers to undo each change. */
export function useIgnoredRegions() {
  const { settings, change: changeSettings } = useDifferenceSettings()
  const { showUndoToast } = useUndoToast()
  const { artifacts, artifact } = useSelection()
  const ignored = computed(() => settings.value?.ignored ?? [])

  function change(boxes: PixelBox[], done: string) {
    const restore = changeSettings({ ignored: boxes })
    const id = artifact.value?.id
    const exists = () => artifacts.value.some(each => each.id === id)
    showUndoToast({ title: done, isCurrent: exists }, async () => restore())
  }

  return {
    ignored,
    ignore: (box: PixelBox) => change([...ignored.value, box], text.ignored.added),
    unignore: (index: number) => change(ignored.value.toSpliced(index, 1), text.ignored.removed(1)),
    unignoreAll: () => change([], text.ignored.removed(ignored.value.length)),
  }
}
