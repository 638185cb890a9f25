import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import EvidenceStepper from '~~/components/evidence/EvidenceStepper.vue'
import { artifact, revision } from '../../support/dom/fixtures'
import { settle } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

test('at the last evidence, the button for the next evidence keeps the focus but does nothing', async () => {
  const { page, wrapper } = await mountOnReview(() => ({}), {
    artifacts: [artifact('a'), artifact('b')],
    view: () => h(EvidenceStepper),
    components: { AppIcon },
  })
  await settle()
  const next = wrapper.get<HTMLButtonElement>('[aria-label="Next evidence"]').element
  next.focus()
  const states: unknown[] = []
  for (let press = 0; press < 2; press++) {
    next.click()
    await settle()
    states.push([
      page.selection.artifact.value?.id,
      next.getAttribute('aria-disabled'),
      document.activeElement === next,
    ])
  }
  expect(states).toEqual([
    ['art_b', 'true', true],
    ['art_b', 'true', true],
  ])
})

const accepted = {
  ...{ revisionId: 'rvs_accepted', reviewId: 'rev_2', url: 'http://exhibit.test/x', pictureUrl: null },
  ...{ width: 1200, height: 800, durationMs: null },
}

test('below the title of evidence, a line says how it compares with accepted evidence', async () => {
  const compared = (
    name: string,
    status: 'changed' | 'new' | 'same',
    changedPercent: number | null = null,
    moved?: number,
  ) =>
    artifact(name, 1, {
      revisions: [
        revision(`rvs_1${name}`, 1, {
          baseline: {
            ...{ status, changedPercent, boxes: [], moved },
            against: status === 'changed' ? accepted : null,
          },
        }),
      ],
    })
  const linesOf = async (artifacts: ReturnType<typeof artifact>[]) => {
    const { wrapper, page } = await mountOnReview(() => ({}), {
      artifacts,
      view: () => h(EvidenceStepper),
      components: { AppIcon },
    })
    const lines: (string | undefined)[] = []
    for (const each of artifacts) {
      page.selection.openArtifact(each)
      await settle()
      lines.push(wrapper.element.querySelector('[data-testid=change]')?.textContent)
    }
    return lines
  }
  expect(
    await linesOf([
      compared('a', 'changed', 5.48),
      compared('b', 'same'),
      compared('c', 'new'),
      artifact('d'),
      compared('e', 'changed', 0.01, 2),
      compared('f', 'changed', 0.34, 2),
    ]),
  ).toEqual([
    ...['5.5% changed', 'Same as accepted', 'New', undefined],
    ...['2 moved', '2 moved · 0.3% changed'],
  ])
  // Visitors do not see the accepted revision of another review, so they are told no difference from it.
  const change = { status: 'changed' as const, changedPercent: 5, boxes: [], against: null }
  const forVisitors = artifact('a', 1, { revisions: [revision('rvs_1a', 1, { baseline: change })] })
  expect(await linesOf([forVisitors, compared('b', 'same')])).toEqual([undefined, 'Same as accepted'])
  // Nothing was accepted before, so there is nothing to compare with.
  expect(await linesOf([compared('a', 'new')])).toEqual([undefined])
})
