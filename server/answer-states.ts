import type { Contract, OperationId } from '#shared/contract'
import type { InputOf, Operation, OutputOf } from '#shared/contract/kit/operation'
import type { CallerOf } from '~~/server/access/actor'
import { catalogState } from '~~/server/domain/project/list-catalog'
import { projectListState } from '~~/server/domain/project/list-projects'
import {
  inboxState,
  mediaChangesAt,
  reviewListState,
  reviewState,
  thumbnailsChangeAt,
  threadsState,
  type State,
} from '~~/server/domain/review/answer-state'
import { shareState } from '~~/server/domain/share-link/answer-state'
import { withThreadsJson } from '~~/server/domain/thread/listed-threads'

/** What the response of an operation depends on. */
export interface AnswerState<T extends Operation> {
  /**
   * Returns values of which at least one changes whenever the response to an input does, unless by the clock.
   * Checks the access of the caller and throws as the verb does. They are read before the response, so that a
   * response is never older than its state.
   */
  stateOf: (caller: CallerOf<T['action']>, input: InputOf<T>) => Promise<State>
  /** Returns when a response changes by the clock alone, in milliseconds; null: never. */
  changesAt?: (result: OutputOf<T>, now: number) => number | null
  /** Returns a response as JSON, faster than `JSON.stringify` does. */
  json?: (result: OutputOf<T>) => string
}

/** The operations whose response is made once and sent again until its state changes. */
export const answerStates = {
  readReview: { stateOf: reviewState, changesAt: mediaChangesAt },
  readReviewMarkdown: { stateOf: reviewState },
  listThreads: { stateOf: threadsState, json: withThreadsJson },
  listReviews: {
    stateOf: reviewListState,
    changesAt: ({ reviews }, now) => thumbnailsChangeAt(reviews, now),
  },
  readInbox: {
    stateOf: inboxState,
    changesAt: ({ hasMore: _, ...groups }, now) => thumbnailsChangeAt(Object.values(groups).flat(), now),
  },
  listCatalog: { stateOf: catalogState },
  listProjects: { stateOf: projectListState },
  readShare: { stateOf: shareState, changesAt: mediaChangesAt },
} satisfies { readonly [Id in OperationId]?: AnswerState<Contract[Id]> }

export type AnswerId = keyof typeof answerStates
