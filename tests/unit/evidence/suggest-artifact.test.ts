import { expect, it } from 'vitest'
import { suggestArtifact } from '~/evidence/file'
import { artifact, revision } from '../../support/dom/fixtures'

const piece = (id: string, title: string, width: number, height: number) =>
  artifact(id, 1, { title, currentRevision: revision(id, 1, { width, height }) })
const file = { kind: 'image' as const, width: 390, height: 844 }

it('a file is suggested as the next revision of the artifact with its title', () => {
  const artifacts = [piece('a', 'Checkout', 1440, 900), piece('b', 'Ménu', 1440, 900)]
  expect(suggestArtifact({ ...file, title: ' menu ' }, artifacts)?.id).toBe(artifacts[1]?.id)
  expect(suggestArtifact({ ...file, title: 'Receipt' }, artifacts)).toBeUndefined()
})

it('a file is not suggested as a revision of an artifact of another kind', () => {
  expect(
    suggestArtifact({ ...file, kind: 'video', title: 'Menu' }, [piece('a', 'Menu', 390, 844)]),
  ).toBeUndefined()
})

it('of several artifacts with the title of a file, the artifact with its size is suggested', () => {
  const artifacts = [piece('a', 'Menu', 1440, 900), piece('b', 'Menu', 390, 844)]
  expect(suggestArtifact({ ...file, title: 'Menu' }, artifacts)?.id).toBe(artifacts[1]?.id)
  expect(suggestArtifact({ kind: 'image', title: 'Menu' }, artifacts)).toBeUndefined()
  expect(suggestArtifact({ ...file, title: 'Menu', width: 391 }, artifacts)).toBeUndefined()
})
