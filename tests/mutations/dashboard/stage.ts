import type { Fault } from '../fault.ts'

export const dashboardStage: Fault[] = [
  {
    id: 'moves-marks-of-others',
    file: 'app/stage/use-stage-marks.ts',
    search: 'editable: canAnnotate && deletion.isOwn(each),',
    replace: 'editable: canAnnotate,',
    tests: ['tests/dom/stage/use-stage-marks.test.ts'],
    why: 'The mark of an agent moves under the mouse, and jumps back when the server refuses.',
  },
  {
    id: 'hidden-marks-are-hit',
    file: 'app/stage/use-stage-marks.ts',
    search: '(marksShown.value ? markedThreads() : [])',
    replace: 'markedThreads()',
    tests: ['tests/dom/stage/use-stage-marks.test.ts'],
    why: 'The key that hides comments leaves their pins on the image.',
  },
  {
    id: 'replaced-shape-is-lost',
    file: 'app/comment/use-new-draft.ts',
    search: 'if (drawn.length > 1 || drawn.some(hasExtent))',
    replace: 'if (drawn.length > 1)',
    tests: ['tests/dom/stage/use-stage-marks.test.ts'],
    why: 'A rectangle that another one replaced cannot be brought back.',
  },
  {
    id: 'trackpad-zoom-drifts',
    file: 'app/stage/use-viewport.ts',
    search: 'computed<View | null>(() => position.value?.view ?? null)',
    replace: 'computed(() => (position.value ? snap(position.value.view, 1) : null))',
    tests: ['tests/dom/stage/use-pointers.test.ts'],
    why: 'Zooming with a trackpad moves the image away from under the cursor.',
  },
  {
    id: 'drawing-key-presses-button',
    file: 'app/stage/use-stage-shortcuts.ts',
    search: "if (name in shapes && focusTarget()?.closest('aside')) focusFirst(['main [role=application]'])",
    replace: '',
    tests: ['tests/dom/stage/use-stage-shortcuts.test.ts'],
    why: 'Enter after the key of a tool presses a button of the conversation instead of placing a mark.',
  },
  {
    id: 'page-keys-scroll-stage-from-lists',
    file: 'app/ui/keys/use-shortcuts.ts',
    search: "if (SCROLLING_KEYS.includes(key) && target?.closest('aside, nav')) return true",
    replace: '',
    tests: ['tests/dom/stage/use-stage-shortcuts.test.ts'],
    why: 'Page Down in the list of evidence scrolls the image instead of the list.',
  },
]
