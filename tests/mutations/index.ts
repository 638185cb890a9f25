import { agents } from './agents.ts'
import { answers } from './answers.ts'
import { backup } from './backup.ts'
import { comments } from './comments.ts'
import { evidence } from './evidence.ts'
import type { Fault } from './fault.ts'
import { forms } from './forms.ts'
import { forges } from './forges.ts'
import { geometry } from './geometry.ts'
import { idempotency } from './idempotency.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { notifications } from './notifications.ts'
import { people } from './people.ts'
import { permissions } from './permissions.ts'
import { ranges } from './ranges.ts'
import { reporters } from './reporters.ts'
import { retention } from './retention.ts'
import { states } from './states.ts'
import { secrets } from './secrets.ts'
import { webhooks } from './webhooks.ts'

const areas = {
  permissions,
  limits,
  ranges,
  retention,
  idempotency,
  forms,
  geometry,
  states,
  comments,
  secrets,
  backup,
  answers,
  lists,
  webhooks,
  agents,
  evidence,
  forges,
  reporters,
  people,
  notifications,
}

/** All faults, each with the area it belongs to. */
export const faults: (Fault & { area: string })[] = Object.entries(areas).flatMap(([area, list]) =>
  list.map(fault => ({ area, ...fault })),
)
