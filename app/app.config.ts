export default defineAppConfig({
  ui: {
    modal: {
      // Replaces the default overlay of Nuxt UI, which has the same gray as the page: in the light theme, the
      // marks on the stage would stay visible through it.
      variants: {
        overlay: { true: { overlay: 'bg-black/40' } },
        fullscreen: { false: { content: 'rounded-[16px] ring-line' } },
      },
      slots: {
        // In a window of small height, the whole dialog scrolls.
        content: 'low-window:overflow-y-auto! divide-y-0',
        // The space above the title is equal to the space at the other edges of the dialog. The spaces
        // between the title, the content and the buttons are equal.
        header: 'min-h-0 shrink-0 pb-0 sm:pt-6 sm:pb-0',
        close: 'touch-target absolute!',
        title: 'text-[0.9375rem] leading-5 font-semibold',
        body: 'py-4 sm:py-5 low-window:shrink-0 low-window:overflow-visible!',
        footer: [
          'pt-0 sm:pt-0 sm:pb-6',
          'low-window:shrink-0 low-window:sticky low-window:bottom-0 low-window:bg-default',
        ],
      },
    },
    slideover: { slots: { overlay: 'bg-black/40', close: 'touch-target absolute!' } },
    // On touch screens, an input is at least 44 CSS pixels high, so that a finger hits it.
    input: { slots: { base: 'pointer-coarse:min-h-11' } },
    dropdownMenu: {
      slots: {
        content: 'rounded-[12px] ring-line',
        item: [
          'rounded-lg -outline-offset-2! before:rounded-lg',
          'pointer-coarse:min-h-11 pointer-coarse:items-center',
        ],
      },
      variants: { active: { false: { item: 'data-highlighted:before:bg-elevated' } } },
    },
    toast: { slots: { root: 'rounded-[12px] ring-line' } },
  },
})
