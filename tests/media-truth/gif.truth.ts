import { compareAll } from './harness/suite'
import { gifFiles } from './files/gif'

compareAll('GIF', gifFiles())
