import type { ReviewLoader } from './review-loader'
import { provideDraft, type DraftStore } from './use-draft'
import { provideOpenForms, type OpenForms } from './use-open-forms'
import { provideReadState, type ReadState } from './use-read-state'
import { provideReviewAccess, type ReviewAccess } from './use-review-access'
import { provideReviewSource, type ReviewSource } from './use-review-source'
import { provideSelection, type Selection } from './use-selection'
import { provideThreadSelection, type ThreadSelection } from './use-thread-selection'

/** The stores that all parts of a review page use. The other stores of the page are created from them. */
export interface ReviewState {
  source: ReviewSource
  /** Returns the path of the event stream, which reports changes since the review was loaded last. */
  eventsPath: () => string
  access: ReviewAccess
  readState: ReadState
  draft: DraftStore
  forms: OpenForms
  selected: ThreadSelection
  selection: Selection
}

/** Creates the stores that all parts of a review page use, and shares them with the page's components. */
export function provideReviewState(loader: ReviewLoader): ReviewState {
  const { source, eventsPath } = provideReviewSource(loader)
  const access = provideReviewAccess(loader, source)
  const readState = provideReadState(source, access)
  const draft = provideDraft()
  const forms = provideOpenForms()
  const selected = provideThreadSelection(source)
  const selection = provideSelection(source, selected, draft)
  return { source, eventsPath, access, readState, draft, forms, selected, selection }
}
