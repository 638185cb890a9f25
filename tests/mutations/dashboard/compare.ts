import type { Fault } from '../fault.ts'

export const dashboardCompare: Fault[] = [
  {
    id: 'compared-side-stays-new',
    file: 'app/compare/use-seen-on-stage.ts',
    search: 'pair.value ? pair.value.map(each => each.revision) : shown',
    replace: 'shown',
    tests: ['tests/dom/compare/use-seen-on-stage.test.ts'],
    why: 'A variation stays new that the person has compared.',
  },
  {
    id: 'late-video-stays-at-start',
    file: 'app/video/use-video-group.ts',
    search: "video.addEventListener('loadedmetadata', join)",
    replace: "video.addEventListener('loadedmetadata', measure)",
    tests: ['tests/dom/compare/use-sheet-playback.test.ts'],
    why: 'A video that loads slowly is compared at another moment than the others.',
  },
  {
    id: 'rewind-never-stops',
    file: 'app/compare/use-sheet-playback.ts',
    search: 'if (seconds.value > 0) return true',
    replace: 'if (seconds.value >= 0) return true',
    tests: ['tests/dom/compare/use-sheet-playback.test.ts'],
    why: 'Compared videos that were rewound to their beginning show as if they still played.',
  },
  {
    id: 'address-of-fix-shows-comment',
    file: 'app/review-page/use-review-address.ts',
    search:
      'named?.artifactId === artifact.value?.id ? named?.revision : artifact.value?.currentRevision?.index',
    replace: 'artifact.value?.currentRevision?.index',
    tests: ['tests/dom/compare/compare-address.test.ts'],
    why: 'The address of a comment that is compared with its fix opens the revision before the fix.',
  },
  {
    id: 'late-route-opens-again',
    file: 'app/review-page/use-review-address.ts',
    search: '() => isReady() && openOther(),',
    replace: '() => isReady() && open(),',
    tests: ['tests/dom/review-page/use-review-address.test.ts'],
    why: 'A video that continues where its comparison ended goes back to the moment of its comment.',
  },
  {
    id: 'click-never-pauses-video',
    file: 'app/video/use-video-marks.ts',
    search: 'if (!wasPlaying) run(state.chosen)',
    replace: 'run(state.chosen)',
    tests: ['tests/dom/video/use-video-marks.test.ts'],
    why: 'A click on a video that plays does not pause it.',
  },
  {
    id: 'fewer-equal-elements',
    file: 'shared/difference/aria-changes.ts',
    search: '    counts.set(key, count)\n',
    replace: '',
    tests: ['tests/unit/difference/aria-changes.test.ts'],
    why: 'One of three buttons with the same name is gone, and the difference does not say so.',
  },
  {
    id: 'text-of-one-side',
    file: 'components/context/TextChanges.vue',
    search: 'before.hasContext && after.hasContext',
    replace: 'before.hasContext || after.hasContext',
    tests: ['tests/dom/context/text-changes.test.ts'],
    why: 'A comparison loads a context that it cannot compare.',
  },
]
