import { provideCompare } from '~/compare/use-compare'
import { provideCompareFocus } from '~/compare/use-compare-focus'
import { provideSheetPlaces } from '~/compare/use-sheet-places'
import { provideDifferenceSettings } from '~/compare/use-difference-settings'
import { provideConversation, type Conversation } from '~/conversation/use-conversation'
import { provideDraft } from '~/review-state/use-draft'
import { providePending } from '~/conversation/use-pending'
import { provideUnsentComments } from '~/conversation/use-unsent-comments'
import { provideSendingScope } from '~/conversation/use-sending-scope'
import { provideThreadDeletion } from '~/conversation/use-thread-deletion'
import { provideThreadList } from '~/conversation/use-thread-list'
import { provideMarksShown } from '~/stage/use-marks-shown'
import { provideTool } from '~/stage/use-tool'
import { provideStagePositions } from '~/stage/use-viewport'
import { provideVideoTime } from '~/video/use-video-time'
import type { ReviewLoader } from '~/review-state/review-loader'
import { provideAnnouncements, type Announcements } from '~/ui/use-announcements'
import { providePageToasts } from '~/ui/use-page-toasts'
import { provideReviewLayout } from '~/review-state/use-review-layout'
import { provideReviewSource, type ReviewSource } from '~/review-state/use-review-source'
import { provideSelection, type Selection } from '~/review-state/use-selection'
import { provideVerdictCheck } from '~/verdict/use-verdict-check'
import { provideViewers } from './use-viewers'

/** The stores that the page itself needs. Its components get theirs by `useSelection()` and so on. */
export interface ReviewPage {
  source: ReviewSource
  selection: Selection
  conversation: Conversation
  announcements: Announcements
}

/**
 * Creates the stores of a review page in the order of their dependencies, shares them with the page's
 * components, and refreshes them when the review changes.
 */
export function provideReviewPage(loader: ReviewLoader): ReviewPage {
  const announcements = provideAnnouncements()
  const source = provideReviewSource(loader)
  const toasts = providePageToasts(() => source.payload.value?.review.title)
  const draft = provideDraft()
  const selection = provideSelection(source, draft)
  const conversation = provideConversation(source, selection, draft)
  providePending(source, selection, draft, conversation)
  provideUnsentComments(source, draft)
  provideSendingScope()
  const compare = provideCompare(selection)
  provideCompareFocus(compare, selection, announcements)
  provideSheetPlaces()
  provideDifferenceSettings(source, selection)
  provideThreadList(source, selection, conversation, () => compare.sheet.value.map(each => each.artifact))
  provideThreadDeletion(source, conversation, announcements, toasts)
  provideVerdictCheck(conversation)
  provideReviewLayout()
  provideMarksShown()
  provideStagePositions()
  provideTool()
  provideVideoTime()
  const history = useUndoHistory()
  onBeforeUnmount(() => history.clear())
  provideViewers(useReviewLive(source.eventsPath, conversation.refresh).viewers)
  return { source, selection, conversation, announcements }
}
