import type { ContextEvent } from '#shared/contract/context'

/** The events of the video on the stage, by time; empty until the context is loaded, or if there is none. */
export function useVideoEvents() {
  const { artifact, revision } = useSelection()
  const video = useVideoTime()
  const context = useRevisionContext(() => (artifact.value?.kind === 'video' ? revision.value : null))
  const events = computed((): readonly ContextEvent[] =>
    (context.value?.events ?? []).toSorted((a, b) => a.ms - b.ms),
  )
  return {
    events,
    /** The index of the latest event at the position of the video; -1 before the first event. */
    current: computed(() => {
      const now = Math.round(video.value.seconds * 1000)
      return events.value.findLastIndex(({ ms }) => ms <= now)
    }),
    /** Shows the video at the moment of an event. */
    show: ({ ms }: ContextEvent) => video.value.seek?.(ms / 1000),
  }
}
