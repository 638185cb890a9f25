import type { Contract, OperationId } from '#shared/contract'
import { inboxGroups } from '#shared/contract/review-list'
import type { InputOf, Operation, OutputOf } from '#shared/contract/kit/operation'
import type { CallerOf } from '~~/server/access/actor'
import { catalogValidators } from '~~/server/domain/project/list-catalog'
import { projectListValidators } from '~~/server/domain/project/list-projects'
import {
  inboxValidators,
  mediaChangesAt,
  reviewListValidators,
  reviewValidators,
  thumbnailsChangeAt,
  threadsValidators,
} from '~~/server/domain/review/validators'
import { shareValidators } from '~~/server/domain/share-link/validators'
import { contextValidators, lengthOfContext } from '~~/server/domain/upload/read-context'
import { lengthWithThreads, withThreadsJson } from '~~/server/domain/thread/thread-json'
import type { Validators } from '~~/server/process/validators'

/** An operation whose response is cached until one of its validators changes. */
export interface CachedOperation<T extends Operation> {
  /**
   * Returns the validators of the response to an input. At least one of these values changes whenever the
   * response changes. (The exception is a change by time alone: see `changesAt`.) Checks the access of the
   * caller, and throws the errors of the operation. The validators are read before the response, so that the
   * cached data is never older than its validators.
   */
  validatorsOf: (caller: CallerOf<T['action']>, input: InputOf<T>) => Promise<Validators>
  /**
   * Returns the time at which a response changes although no data changes, in epoch milliseconds; null if it
   * does not.
   */
  changesAt?: (result: OutputOf<T>, now: number) => number | null
  /** Returns the response as JSON. This function is faster than `JSON.stringify`. */
  json?: (result: OutputOf<T>) => string
  /** Returns the approximate length of a response that may be large, before its text is created. */
  lengthOf?: (result: OutputOf<T>) => number
}

/** The operations whose responses are cached and have an ETag. */
export const cachedOperations = {
  readReview: { validatorsOf: reviewValidators, changesAt: mediaChangesAt },
  readReviewMarkdown: { validatorsOf: reviewValidators },
  listThreads: { validatorsOf: threadsValidators, json: withThreadsJson, lengthOf: lengthWithThreads },
  readFirstThreads: { validatorsOf: threadsValidators, json: withThreadsJson },
  listReviews: {
    validatorsOf: reviewListValidators,
    changesAt: ({ reviews }, now) => thumbnailsChangeAt(reviews, now),
  },
  readInbox: {
    validatorsOf: inboxValidators,
    changesAt: (inbox, now) =>
      thumbnailsChangeAt(
        inboxGroups.flatMap(group => inbox[group]),
        now,
      ),
  },
  listCatalog: { validatorsOf: catalogValidators },
  listProjects: { validatorsOf: projectListValidators },
  readShare: { validatorsOf: shareValidators, changesAt: mediaChangesAt },
  readContext: { validatorsOf: contextValidators, lengthOf: lengthOfContext },
} satisfies { readonly [Id in OperationId]?: CachedOperation<Contract[Id]> }

export type CachedId = keyof typeof cachedOperations
