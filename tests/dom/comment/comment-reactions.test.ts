import { expect, test } from 'vitest'
import { computed, h } from 'vue'
import type { ReactionEmoji } from '#shared/contract/reaction'
import CommentReactions from '~~/components/reaction/CommentReactions.vue'
import AppIcon from '~~/components/common/AppIcon'
import { comment, me } from '../../support/dom/fixtures'
import { mountInNuxt } from '../../support/dom/mount'

const mara = { id: 'usr_me', name: 'Mara' }
const others = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `usr_${index}`, name: `P${index}` }))
const reaction = (emoji: ReactionEmoji, people: { id: string; name: string }[]) => ({
  emoji,
  count: people.length,
  people,
})

/** Mounts the chips of a comment to which the signed-in person, Mara, has reacted with these emojis. */
async function mountChips(reactions: ReturnType<typeof reaction>[], own: ReactionEmoji[], canReact = true) {
  const toggled: ReactionEmoji[] = []
  const { wrapper } = await mountInNuxt(() => ({}), {
    me: me(),
    view: () =>
      h(CommentReactions, {
        comment: comment('cmt_1', 'Too wide.', { reactions }),
        reactions: {
          canReact: computed(() => canReact),
          isOwn: (emoji: ReactionEmoji) => own.includes(emoji),
          toggle: (emoji: ReactionEmoji) => toggled.push(emoji),
        },
      }),
    components: { AppIcon },
  })
  const plain = (name = '') => name.replaceAll(/[\u2068\u2069]/g, '')
  return {
    wrapper,
    toggled,
    buttons: () =>
      wrapper
        .findAll('button')
        .map(each => [plain(each.attributes('aria-label')), each.attributes('aria-pressed')]),
  }
}

test('the chip of an emoji names the people who reacted, and is pressed if the person reacted', async () => {
  const { buttons, wrapper, toggled } = await mountChips(
    [reaction('thumbs_up', [...others(1), mara]), reaction('check', others(1)), reaction('eyes', others(3))],
    ['thumbs_up'],
  )
  expect(buttons()).toEqual([
    ['2 thumbs up by you and P0. React with thumbs up', 'true'],
    ['1 check mark by P0. React with a check mark', 'false'],
    ['3 pairs of eyes by P0, P1 and P2. React with eyes', 'false'],
  ])
  expect(wrapper.text()).toBe('2 1 3')
  await wrapper.findAll('button')[2]?.trigger('click')
  expect(toggled).toEqual(['eyes'])
})

test('the chip of an emoji names the first eight people, and counts the others', async () => {
  const { buttons } = await mountChips([reaction('check', others(10))], [])
  expect(buttons()[0]?.[0]).toBe(
    '10 check marks by P0, P1, P2, P3, P4, P5, P6, P7 and 2 others. React with a check mark',
  )
})

test('visitors of a share link see the counts of reactions without buttons and names', async () => {
  const counts = [{ emoji: 'eyes' as const, count: 2, people: [] }]
  const { wrapper, buttons } = await mountChips(counts, [], false)
  expect(buttons()).toEqual([])
  expect(wrapper.find('.sr-only').text()).toBe('2 pairs of eyes')
})
