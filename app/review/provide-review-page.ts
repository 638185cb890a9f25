import { provideCompare } from '~/compare/use-compare'
import { provideConversation, type Conversation } from '~/conversation/use-conversation'
import { provideDraft } from '~/conversation/use-draft'
import { provideThreadDeletion } from '~/conversation/use-thread-deletion'
import { provideTool } from '~/stage/use-tool'
import { provideStagePositions } from '~/stage/use-viewport'
import { provideVideoTime } from '~/video/use-video-time'
import type { ReviewLoader } from './review-loader'
import { provideReviewSource, type ReviewSource } from './use-review-source'
import { provideSelection, type Selection } from './use-selection'

/** The stores that the page itself needs. Its components get theirs by `useSelection()` and so on. */
export interface ReviewPage {
  source: ReviewSource
  selection: Selection
  conversation: Conversation
}

/**
 * Creates the stores of a review page in the order of their dependencies, shares them with the page's
 * components, and refreshes them when the review changes.
 */
export function provideReviewPage(loader: ReviewLoader): ReviewPage {
  const source = provideReviewSource(loader)
  const draft = provideDraft()
  const selection = provideSelection(source, draft)
  const conversation = provideConversation(source, selection, draft)
  provideThreadDeletion(source, conversation)
  provideCompare(selection)
  provideStagePositions()
  provideTool()
  provideVideoTime()
  useReviewLive(source.eventsPath, conversation.refresh)
  return { source, selection, conversation }
}
