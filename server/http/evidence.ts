import type { EventHandler } from 'h3'
import type { SubmittedEvidence, SubmittedRound } from '#shared/contract/evidence'
import { evidenceText } from '#shared/documents/evidence-text'
import { defineOperation, type Options } from './operation'

/**
 * Returns the HTTP handler of an operation that takes evidence as a form. A client that prefers Markdown gets
 * a summary instead of JSON.
 */
export const defineEvidenceOperation = <Id extends 'submitEvidence' | 'submitRound'>(
  id: Id,
  options: Options<Id> = {},
): EventHandler =>
  defineOperation(id, {
    ...options,
    text: result => evidenceText(result as SubmittedEvidence | SubmittedRound),
  })
