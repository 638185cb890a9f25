import type * as access from '../access'
import type * as admin from '../admin'
import type * as annotation from '../annotation'
import type * as auth from '../auth'
import type * as billing from '../billing'
import type * as common from '../common'
import type * as compareAndVideo from '../compare-and-video'
import type * as evidence from '../evidence'
import type * as inbox from '../inbox'
import type * as integrations from '../integrations'
import type * as people from '../people'
import type * as project from '../project'
import type * as review from '../review'
import type * as reviewDialogs from '../review-dialogs'
import type * as settings from '../settings'
import type * as share from '../share'
import type * as shell from '../shell'
import type * as shellDialogs from '../shell-dialogs'
import type * as stage from '../stage'
import type * as thread from '../thread'
import type { Language } from './current-language'

/** The texts of a language: one object for each file of `app/text`, with the same exports as that file. */
export interface Translation {
  'access': typeof access
  'admin': typeof admin
  'annotation': typeof annotation
  'auth': typeof auth
  'billing': typeof billing
  'common': typeof common
  'compare-and-video': typeof compareAndVideo
  'evidence': typeof evidence
  'inbox': typeof inbox
  'integrations': typeof integrations
  'people': typeof people
  'project': typeof project
  'review': typeof review
  'review-dialogs': typeof reviewDialogs
  'settings': typeof settings
  'share': typeof share
  'shell': typeof shell
  'shell-dialogs': typeof shellDialogs
  'stage': typeof stage
  'thread': typeof thread
}

/** Returns the language with these texts. */
export function translated(translation: Translation): Language {
  return (file, name) => Reflect.get(Reflect.get(translation, file), name)
}
