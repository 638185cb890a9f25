import { expect, test } from 'vitest'
import { h } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import PersonAvatar from '~~/components/common/PersonAvatar.vue'
import { mountInNuxt } from '../../support/dom/mount'

async function avatar(props: { name: string; userId?: string; agent?: boolean }) {
  const { wrapper } = await mountInNuxt(() => ({}), {
    view: () => h(PersonAvatar, props),
    components: { AppIcon },
  })
  return wrapper.element as HTMLElement
}

test('people have two initials, and a color that is the same wherever they are shown', async () => {
  const ann = await avatar({ name: 'Ann Lee', userId: 'usr_1' })
  const inList = await avatar({ name: 'Ann Lee' })
  const bo = await avatar({ name: 'Bo Lee', userId: 'usr_2' })
  expect([ann.textContent, inList.textContent, bo.textContent]).toEqual(['AL', 'AL', 'BL'])
  expect(inList.className).toBe(ann.className)
  expect(bo.className).not.toBe(ann.className)
})

test('an agent has an icon instead of initials, and two agents have different colors', async () => {
  const one = await avatar({ name: 'ci-agent', userId: 'tok_1', agent: true })
  const other = await avatar({ name: 'claude-ui', userId: 'tok_2', agent: true })
  expect(one.textContent).toBe('')
  expect(one.querySelector('.i-lucide-bot')).not.toBeNull()
  expect(other.className).not.toBe(one.className)
})
