import { provideCompare } from '~/compare/use-compare'
import { provideCompareFocus } from '~/compare/use-compare-focus'
import { provideSheetPlaces } from '~/contact-sheet/use-sheet-places'
import { provideDifferenceSettings } from '~/difference/use-difference-settings'
import { provideRevisionContexts } from '~/context/use-revision-context'
import { provideConversation, type Conversation } from '~/conversation/use-conversation'
import { providePending } from '~/conversation/use-pending'
import { provideUnsentComments } from '~/conversation/use-unsent-comments'
import { provideSendingScope } from '~/comment/use-sending-scope'
import { provideThreadChanges } from '~/conversation/use-thread-changes'
import { provideThreadChoice } from '~/conversation/use-thread-choice'
import { provideThreadDeletion } from '~/conversation/use-thread-deletion'
import { provideThreadList } from '~/conversation/use-thread-list'
import { provideThreadSearch } from '~/conversation/use-thread-search'
import { provideEvidenceFilter } from '~/filmstrip/use-evidence-filter'
import { provideReviewState, type ReviewState } from '~/review-state/provide-review-state'
import type { ReviewLoader } from '~/review-state/review-loader'
import { provideReviewLayout } from '~/review-state/use-review-layout'
import { provideProbe } from '~/probe/use-probe'
import { provideMarksShown } from '~/stage/marks/use-marks-shown'
import { provideTool } from '~/stage/use-tool'
import { provideExpandedTools } from '~/stage/use-expanded-tools'
import { provideStagePositions } from '~/stage/use-placed-view'
import { provideAnnouncements, type Announcements } from '~/ui/messages/use-announcements'
import { providePageToasts } from '~/ui/messages/use-page-toasts'
import { provideVerdictCard } from '~/verdict/use-verdict-card'
import { provideVerdictCheck } from '~/verdict/use-verdict-check'
import { provideVideoTime } from '~/video/use-video-time'
import { provideViewers } from './use-viewers'

/**
 * The stores that the page itself needs. The components of the page get the stores with functions such as
 * `useSelection()`.
 */
export interface ReviewPage extends ReviewState {
  conversation: Conversation
  announcements: Announcements
}

/**
 * Creates the stores of a review page in the order of their dependencies, shares them with the page's
 * components, and refreshes them when the review changes.
 */
export function provideReviewPage(loader: ReviewLoader): ReviewPage {
  const announcements = provideAnnouncements()
  const state = provideReviewState(loader)
  const { source } = state
  const toasts = providePageToasts(() => source.payload.value?.review.title)
  const conversation = provideConversation(state)
  const changes = provideThreadChanges(state)
  providePending(state, conversation, changes)
  provideUnsentComments(state)
  provideSendingScope()
  const compare = provideCompare(state)
  provideCompareFocus(compare, state, announcements)
  provideSheetPlaces()
  provideDifferenceSettings(state)
  const search = provideThreadSearch(state, conversation)
  const { sheet } = compare.contactSheet
  provideThreadChoice(
    provideThreadList(state, conversation, search, () => sheet.value.map(each => each.artifact)),
  )
  provideThreadDeletion(state, changes, announcements, toasts)
  provideVerdictCard()
  provideVerdictCheck(state, conversation)
  provideEvidenceFilter()
  provideReviewLayout(() => compare.comparison.mode.value !== null)
  provideRevisionContexts()
  provideMarksShown()
  provideStagePositions()
  provideExpandedTools()
  provideTool(state.draft)
  provideProbe()
  provideVideoTime()
  const history = useUndoHistory()
  onBeforeUnmount(() => history.clear())
  provideViewers(useReviewLive(state.eventsPath, conversation.refresh).viewers)
  return { ...state, conversation, announcements }
}
