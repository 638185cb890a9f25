import { agents } from './agents.ts'
import { approvals } from './evidence/approvals.ts'
import { comparisons } from './evidence/comparisons.ts'
import { companySignIn } from './people/companies.ts'
import { etags } from './etags.ts'
import { backup } from './backup.ts'
import { captures } from './captures.ts'
import { changes } from './changes.ts'
import { comments } from './comments.ts'
import { dashboardApp } from './dashboard/app.ts'
import { dashboardComments } from './dashboard/comments.ts'
import { dashboardCompare } from './dashboard/compare.ts'
import { dashboardReviews } from './dashboard/reviews.ts'
import { dashboardStage } from './dashboard/stage.ts'
import { dashboardWorkspaces } from './dashboard/workspaces.ts'
import { evidence } from './evidence/evidence.ts'
import type { Fault } from './fault.ts'
import { forms } from './forms.ts'
import { forges } from './forges.ts'
import { geometry } from './geometry.ts'
import { idempotency } from './idempotency.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { media } from './evidence/media.ts'
import { notifications } from './notifications.ts'
import { people } from './people/people.ts'
import { permissions } from './people/permissions.ts'
import { ranges } from './evidence/ranges.ts'
import { reporters } from './reporters.ts'
import { retention } from './evidence/retention.ts'
import { states } from './states.ts'
import { secrets } from './people/secrets.ts'
import { webhooks } from './webhooks.ts'

const areas = {
  permissions,
  limits,
  ranges,
  retention,
  changes,
  idempotency,
  forms,
  geometry,
  states,
  comments,
  secrets,
  backup,
  etags,
  lists,
  webhooks,
  agents,
  evidence,
  comparisons,
  approvals,
  media,
  forges,
  reporters,
  captures,
  people,
  companySignIn,
  notifications,
  dashboardApp,
  dashboardComments,
  dashboardCompare,
  dashboardReviews,
  dashboardStage,
  dashboardWorkspaces,
}

/** All faults, each with the area it belongs to. */
export const faults: (Fault & { area: string })[] = Object.entries(areas).flatMap(([area, list]) =>
  list.map(fault => ({ area, ...fault })),
)
