import type { Artifact } from '#shared/contract/artifact'
import type { DeclarationResult } from '#shared/contract/upload'
import { expect, test } from 'vitest'
import type { Upload } from '~/evidence/use-upload-queue'
import { provideUploads, useUploads, type Uploads } from '~/evidence/use-uploads'
import { ErrorResponse, type Handlers } from '../../support/dom/api'
import { artifact, completion, declaration, me } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'
import { png, stubImages, stubUploads } from '../../support/dom/uploads'

const DECLARE = 'POST /v1/artifacts/uploads'
const COMPLETE = 'POST /v1/artifacts/{id}/complete'
const DISCARD = 'DELETE /api/artifacts/{id}'

/**
 * Mounts a review to which files can be added. The test server names the new artifacts `art_n1`, `art_n2`…
 */
async function mountUploads(handlers: Handlers = {}) {
  stubImages({ width: 1200, height: 800 })
  let declared = 0
  const mounted = await mountOnReview(() => useUploads() as Uploads, {
    handlers: {
      [DECLARE]: () => declaration(`n${++declared}`),
      'POST /v1/artifacts/{id}/revisions': ({ params }) =>
        declaration((params.id ?? '').slice(4), { revisionId: 'rvs_2a', revisionIndex: 2 }),
      [COMPLETE]: ({ params }) => {
        const added = artifact((params.id ?? '').slice(4))
        mounted.served.payload.artifacts.push(added)
        return completion(added)
      },
      [DISCARD]: () => undefined,
      ...handlers,
    },
    onPage: page => void provideUploads(page),
  })
  const sent = stubUploads()
  const uploads = mounted.result
  const item = (index: number) => uploads.items.value[index] as Upload
  const states = () => uploads.items.value.map(each => each.state)
  const sentFiles = (count: number) => until(() => expect(sent).toHaveLength(count))
  return { ...mounted, uploads, sent, item, states, sentFiles }
}

test('an uploaded file is sent, checked and shown as evidence, and its dialog then closes', async () => {
  const { uploads, sent, item, sentFiles, page, api } = await mountUploads()
  uploads.openDialog([png('checkout-total')])
  expect(item(0)).toMatchObject({ title: 'Checkout total', state: 'ready' })
  uploads.start()
  await sentFiles(1)
  sent[0]?.receive(0.5)
  expect([item(0).state, item(0).sent]).toEqual(['sending', 0.5])
  expect(uploads.busy.value).toBe(true)
  sent[0]?.respond(200)
  await until(() => expect(uploads.isDialogOpen.value).toBe(false))
  expect(api.bodies(COMPLETE)).toEqual([{ revisionId: 'rvs_1n1', width: 1200, height: 800 }])
  expect(page.selection.artifact.value?.id).toBe('art_n1')
  expect([...page.readState.ownRevisionIds.value]).toEqual(['rvs_1n1'])
})

test('at most two files are uploaded at a time, and the next one starts when one is done', async () => {
  const { uploads, sent, sentFiles, states } = await mountUploads()
  uploads.openDialog([png('a'), png('b'), png('c')])
  uploads.start()
  await sentFiles(2)
  expect(states()).toEqual(['sending', 'sending', 'waiting'])
  sent[0]?.respond(200)
  await sentFiles(3)
  expect(states()).toEqual(['done', 'sending', 'sending'])
})

test('several files that are added to a review with rounds share one round', async () => {
  const { uploads, sent, sentFiles, page, served, api } = await mountUploads()
  const keysOf = (operation: Parameters<typeof api.bodies>[0]) =>
    api.bodies(operation).map(body => (body as { roundKey?: string }).roundKey)
  const add = async (files: File[]) => {
    const before = sent.length
    uploads.openDialog(files)
    uploads.start()
    await sentFiles(before + files.length)
    for (const each of sent.slice(before)) each.respond(200)
    await until(() => expect(uploads.isDialogOpen.value).toBe(false))
  }
  await add([png('a'), png('b')])
  expect(keysOf(DECLARE)).toEqual([undefined, undefined])

  served.payload.rounds = [{ id: 'rnd_1', number: 1, summary: '', createdAt: '2026-11-21T06:00:00.000Z' }]
  await page.source.refresh()
  await add([png('c'), png('d')])
  await add([png('e'), png('f')])
  const [first, again, second, last] = keysOf(DECLARE).slice(2)
  expect([first, second]).toEqual([again, last])
  expect(first).toMatch(/^\w+-\w+$/)
  expect(second).not.toBe(first)
  await add([png('g')])
  expect(keysOf(DECLARE).at(-1)).toBeUndefined()
})

test('a file of an unsupported type is rejected before anything is sent', async () => {
  const { uploads, item, sentFiles, api } = await mountUploads()
  uploads.openDialog([new File(['text'], 'notes.txt', { type: 'text/plain' }), png('a')])
  expect(item(0)).toMatchObject({
    state: 'rejected',
    failure: expect.stringContaining('“notes.txt” is not an image'),
  })
  uploads.start()
  await sentFiles(1)
  expect(api.bodies(DECLARE)).toMatchObject([{ title: 'A' }])
})

test('a file that the browser cannot show is rejected before anything is sent', async () => {
  const { uploads, item, states, sentFiles, api } = await mountUploads()
  uploads.openDialog([new File(['only words'], 'broken.png', { type: 'image/png' }), png('a')])
  uploads.measure(item(0), null)
  expect(states()).toEqual(['rejected', 'ready'])
  await until(() =>
    expect(item(0).failure).toContain('“broken.png” is not an image or a video that can be shown.'),
  )
  uploads.start()
  await sentFiles(1)
  uploads.measure(item(1), null)
  expect(api.bodies(DECLARE)).toMatchObject([{ title: 'A' }])
  expect(states()[1]).not.toBe('rejected')
})

test('a new revision of an artifact is uploaded from exactly one file of the same kind', async () => {
  const { uploads, sent, states, sentFiles, page, api } = await mountUploads()
  uploads.openDialog([png('a'), png('b')], page.selection.artifact.value as Artifact)
  expect(states()).toEqual(['ready', 'rejected'])
  uploads.start()
  await sentFiles(1)
  sent[0]?.respond(200)
  await until(() => expect(states()[0]).toBe('done'))
  expect(api.bodies('POST /v1/artifacts/{id}/revisions')).toHaveLength(1)
  expect(api.bodies(DECLARE)).toEqual([])
})

test('the size of a picture suggests no artifact after the person chose to add a new artifact', async () => {
  const { uploads, item, page } = await mountUploads()
  const first = page.selection.artifact.value as Artifact
  const { width = 0, height = 0 } = (first.currentRevision ?? {}) as { width?: number; height?: number }
  uploads.openDialog([png(first.title)])
  expect(item(0).revises).toBe(first.id)
  item(0).revises = ''
  uploads.measure(item(0), { width, height })
  expect(item(0).revises).toBe('')
  item(0).revises = undefined
  uploads.measure(item(0), { width, height })
  expect(item(0).revises).toBe(first.id)
})

test('a file with the title of an artifact is suggested as its revision, a pasted one never', async () => {
  const { uploads, item, sent, states, sentFiles, page, api } = await mountUploads()
  const first = page.selection.artifact.value as Artifact
  uploads.openDialog([png(first.title), png(first.title), png('image')])
  expect(uploads.items.value.map(each => each.revises)).toEqual([first.id, undefined, undefined])
  expect(uploads.artifactsFor(item(1)).map(each => each.id)).not.toContain(first.id)
  uploads.remove(item(2))
  uploads.remove(item(1))
  uploads.start()
  await sentFiles(1)
  sent[0]?.respond(200)
  await until(() => expect(states()[0]).toBe('done'))
  expect(api.bodies('POST /v1/artifacts/{id}/revisions')).toHaveLength(1)
  expect(api.bodies(DECLARE)).toEqual([])
})

test('a file whose upload was interrupted can be retried without being declared again', async () => {
  const { uploads, sent, item, states, sentFiles, api } = await mountUploads()
  uploads.openDialog([png('a')])
  uploads.start()
  await sentFiles(1)
  sent[0]?.breakOff()
  await until(() => expect(states()).toEqual(['failed']))
  expect(item(0).failure).toContain('interrupted')
  expect(uploads.isDialogOpen.value).toBe(true)
  uploads.retry(item(0))
  await sentFiles(2)
  sent[1]?.respond(200)
  await until(() => expect(states()).toEqual(['done']))
  expect(api.bodies(DECLARE)).toHaveLength(1)
})

test('a file that the server rejects cannot be retried, and its artifact is deleted', async () => {
  const { uploads, sent, item, states, sentFiles, api } = await mountUploads({
    [COMPLETE]: () => {
      throw new ErrorResponse('invalid_request', 'This is not a PNG.')
    },
  })
  uploads.openDialog([png('a')])
  uploads.start()
  await sentFiles(1)
  sent[0]?.respond(200)
  await until(() => expect(states()).toEqual(['rejected']))
  expect(item(0).failure).toContain('This is not a PNG.')
  await until(() => expect(api.calls.at(-1)?.operation).toBeDefined())
  await until(() => expect(api.bodies(DISCARD)).toHaveLength(1))
})

test('a file of unknown content type is rejected with a message that people understand', async () => {
  const { uploads, sent, item, states, sentFiles } = await mountUploads({
    [COMPLETE]: () => {
      throw new ErrorResponse('invalid_request', 'The bytes are of an unknown media type.', null, 'mime')
    },
  })
  uploads.openDialog([new File(['only words'], 'a.png', { type: 'image/png' })])
  uploads.start()
  await sentFiles(1)
  sent[0]?.respond(200)
  await until(() => expect(states()).toEqual(['rejected']))
  expect(item(0).failure).toMatch(
    /^“a\.png” is not an image or a video.* Save it as PNG, .* and add it again\.$/,
  )
})

test('if one of several files fails, the upload dialog stays open and the others are added', async () => {
  const { uploads, sent, states, sentFiles, page } = await mountUploads()
  uploads.openDialog([png('a'), png('b')])
  uploads.start()
  await sentFiles(2)
  sent[0]?.breakOff()
  sent[1]?.respond(200)
  await until(() => expect(states()).toEqual(['failed', 'done']))
  await until(() => expect(page.selection.artifact.value?.id).toMatch(/^art_n/))
  expect(uploads.isDialogOpen.value).toBe(true)
})

test('removing a file stops its upload and deletes the declared artifact', async () => {
  const { uploads, sent, item, sentFiles, api } = await mountUploads()
  uploads.openDialog([png('a'), png('b')])
  uploads.start()
  await sentFiles(2)
  uploads.remove(item(0))
  expect(sent[0]?.aborted()).toBe(true)
  await until(() => expect(api.calls.filter(each => each.operation === DISCARD)).toHaveLength(1))
  sent[1]?.respond(200)
  await until(() => expect(uploads.isDialogOpen.value).toBe(false))
})

test('removing a file while it is being declared deletes the artifact that is declared then', async () => {
  const declared = Promise.withResolvers<DeclarationResult>()
  const { uploads, sent, item, api } = await mountUploads({ [DECLARE]: () => declared.promise })
  uploads.openDialog([png('a')])
  uploads.start()
  await until(() => expect(api.bodies(DECLARE)).toHaveLength(1))
  uploads.remove(item(0))
  declared.resolve(declaration('n1'))
  const discarded = () => api.calls.filter(each => each.operation === DISCARD).map(each => each.params.id)
  await until(() => expect(discarded()).toEqual(['art_n1']))
  expect(sent).toEqual([])
})

test('closing the upload dialog stops the uploads of all files', async () => {
  const { uploads, sent, sentFiles, api } = await mountUploads()
  uploads.openDialog([png('a'), png('b'), png('c')])
  uploads.start()
  await sentFiles(2)
  uploads.close()
  expect(sent.map(each => each.aborted())).toEqual([true, true])
  await until(() => expect(api.bodies(DISCARD)).toHaveLength(2))
  expect([uploads.isDialogOpen.value, uploads.items.value.length]).toEqual([false, 0])
  uploads.openDialog([png('d')])
  uploads.start()
  await sentFiles(3)
  expect(api.bodies(DECLARE)).toMatchObject([{ title: 'A' }, { title: 'B' }, { title: 'D' }])
})

test('closing the upload dialog deletes only artifacts whose files were not added yet', async () => {
  const { uploads, sent, states, sentFiles, api } = await mountUploads()
  uploads.openDialog([png('a'), png('b')])
  uploads.start()
  await sentFiles(2)
  sent[0]?.respond(200)
  sent[1]?.breakOff()
  await until(() => expect(states()).toEqual(['done', 'failed']))
  uploads.close()
  const discarded = () => api.calls.filter(each => each.operation === DISCARD).map(each => each.params.id)
  // Files are discarded in order. So if the first file, which was added, were discarded, it would be the
  // first.
  await until(() => expect(discarded()).not.toEqual([]))
  const completed = api.calls.filter(each => each.operation === COMPLETE).map(each => each.params.id)
  expect(completed).toHaveLength(1)
  expect(discarded()).not.toContain(completed[0])
})

test('files are added to an open upload dialog, and a reopened upload dialog starts empty', async () => {
  const { uploads } = await mountUploads()
  uploads.openDialog([png('a')])
  uploads.openDialog([png('b')])
  expect(uploads.items.value.map(each => each.name)).toEqual(['a.png', 'b.png'])
  uploads.close()
  uploads.openDialog()
  expect(uploads.items.value).toEqual([])
})

test('a member may add evidence, but a reviewer may not', async () => {
  const { uploads, nuxt } = await mountUploads()
  expect(uploads.allowed.value).toBe(true)
  const workspace = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'reviewer' as const }
  nuxt.payload.state.$sme = me({ workspace, workspaces: [workspace] })
  await until(() => expect(uploads.allowed.value).toBe(false))
})

test('a dismissed upload dialog keeps the chosen files until it reopens for the same target', async () => {
  const { uploads } = await mountUploads()
  const names = () => uploads.items.value.map(each => each.name)
  uploads.openDialog([png('a')])
  uploads.close({ keepChosen: true })
  expect([uploads.isDialogOpen.value, names()]).toEqual([false, ['a.png']])
  uploads.openDialog([png('b')])
  expect(names()).toEqual(['a.png', 'b.png'])
  uploads.close()
  uploads.openDialog()
  expect(names()).toEqual([])
})
