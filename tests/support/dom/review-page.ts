import type { NuxtApp } from '#app/nuxt'
import type { Artifact } from '#shared/contract/artifact'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { ReviewPayload } from '#shared/contract/review'
import type { Thread } from '#shared/contract/thread'
import type { Me } from '#shared/contract/workspace'
import { expect } from 'vitest'
import { provideReviewPage, type ReviewPage } from '~/review-page/provide-review-page'
import { memberLoader, type ReviewLoader } from '~/review-state/review-loader'
import { stubApi, type ApiStub, type Handlers } from './api'
import { stubEventSource, type FakeEventSource } from './browser'
import { artifact, me, reviewPayload } from './fixtures'
import { mountInNuxt, until, type Mounted, type MountOptions } from './mount'

/** The state of the review on the server. A test changes this state to simulate another person. */
export interface ServedReview {
  payload: ReviewPayload
  threads: Thread[]
  pending: PendingComment[]
}

/** A composable that runs in a component of the page of the review `rev_1`. */
export interface MountedOnReview<T> extends Mounted<T> {
  page: ReviewPage
  served: ServedReview
  api: ApiStub
  /** The event streams that the page opened. */
  streams: FakeEventSource[]
}

interface ReviewPageOptions extends Pick<MountOptions, 'view' | 'components'> {
  artifacts?: Artifact[]
  threads?: Thread[]
  pending?: PendingComment[]
  payload?: Partial<ReviewPayload>
  /** Handlers of operations in addition to the handlers that read the review. */
  handlers?: Handlers
  loader?: () => ReviewLoader
  path?: string
  me?: Me
  /** Runs in the setup of the page, after the stores of the page were created. */
  onPage?: (page: ReviewPage) => void
  /** Whether to wait until the review is loaded. */
  loaded?: boolean
}

/**
 * Runs a composable in a component of a review page, with the real stores of the page and a simulated server.
 */
export async function mountOnReview<T extends object>(
  setup: () => T,
  {
    artifacts = [artifact('a')],
    threads = [],
    pending = [],
    payload,
    handlers,
    loader = () => memberLoader('rev_1'),
    path = '/reviews/rev_1',
    me: person = me(),
    onPage,
    loaded = true,
    ...rendered
  }: ReviewPageOptions = {},
): Promise<MountedOnReview<T>> {
  const served: ServedReview = { payload: reviewPayload(artifacts, payload), threads, pending }
  const streams = stubEventSource()
  const api = stubApi({
    'GET /v1/reviews/{id}': () => served.payload,
    'GET /v1/reviews/{id}/threads': () => ({
      reviewId: 'rev_1',
      status: 'all',
      reviewStatus: served.payload.review.status,
      decisionComment: served.payload.review.decisionComment,
      cursor: '1',
      count: served.threads.length,
      threads: served.threads,
      nextAction: { action: 'wait_for_person', summary: '' },
      counts: served.payload.threadCounts,
    }),
    'GET /api/reviews/{id}/threads': () => ({ reviewId: 'rev_1', threads: served.threads }),
    'GET /api/reviews/{id}/pending-comments': () => ({ pendingComments: served.pending }),
    ...handlers,
  })
  let page: ReviewPage | undefined
  const mounted = await mountInNuxt(setup, {
    path,
    me: person,
    ...rendered,
    parent() {
      page = provideReviewPage(loader())
      onPage?.(page)
    },
  })
  if (!page) throw new Error('The page was not set up.')
  const { source } = page
  if (loaded) await until(() => expect(source.payload.value).toBeDefined())
  return { ...mounted, page, served, api, streams }
}

/** A toast that the person sees. */
export interface ShownToast {
  title: string
  description?: string
  color?: string
  open?: boolean
  actions?: { label: string; onClick: () => void }[]
}

/** The toasts that are shown. */
export function toasts(nuxt: NuxtApp): ShownToast[] {
  const all = (nuxt.payload.state.$stoasts ?? []) as ShownToast[]
  return all.filter(each => each.open !== false)
}

/** Waits for a toast with this title. */
export async function toastOf(nuxt: NuxtApp, title: string): Promise<ShownToast> {
  return until(() => {
    const found = toasts(nuxt).find(each => each.title === title)
    if (!found) throw new Error(`No toast “${title}”, but ${JSON.stringify(toasts(nuxt))}`)
    return found
  })
}

/** Presses a button of a toast. */
export function press(toast: ShownToast, label: string): void {
  const action = toast.actions?.find(each => each.label === label)
  if (!action) throw new Error(`The toast has no button “${label}”.`)
  action.onClick()
}
