import { compareAll } from './harness/suite'
import { movFiles } from './files/mov'

compareAll('QuickTime', movFiles())
